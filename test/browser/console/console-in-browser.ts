import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type Receiver, startReceiver } from '../../support/receivers/receiver.ts';
import { operator } from '../../support/service/operator.ts';
import { newPartner, type PartnerWorld, running } from '../../support/service/world.ts';
import { DESK } from '../screenshots.ts';
import { onComplaint, startChromium } from '../start-chromium.ts';

/** Markup, quotes and a script, as a hostile partner may name a line. */
export const HOSTILE_NAME = `<img src=x onerror="document.title='hacked'">"'&`;
export const CALL = `call/console?${Date.now()}`;

export let browser: Browser;
export let context: BrowserContext;
export let page: Page;
export let complaints: string[] = [];
/** The paths that all pages so far have requested. */
export const requested = new Set<string>();
export let partner: PartnerWorld;
export let receiver: Receiver;
export let tenantId: string;
let status = 410;

export const consoleUrl = () => String(running().consoleUrl);
export const origin = () => new URL(consoleUrl()).origin;
export const callPath = () => `/deliveries/${encodeURIComponent(CALL)}`;
export const heading = () => page.getByRole('heading', { level: 1 });
export const search = () => page.getByRole('searchbox');

/** Opens the console of a service that has a partner with one line and one refused delivery. */
export async function openConsole(): Promise<void> {
  browser = await startChromium();
  receiver = await startReceiver(() => status);
  partner = await newPartner();
  await partner.call('PUT', '/v1/webhooks', { body: { url: `${receiver.url}?token=of-the-receiver` } });
  ({ tenantId } = await partner.createLine({ name: HOSTILE_NAME }));
  await operator(running().dataDir, ['line', 'attach-number', '--tenant', tenantId, '--number', '+821098765432']);
  await partner.recordCalls(tenantId, [{ callId: CALL, summary: 'The words of the call' }]);
  context = await browser.newContext({ viewport: DESK, timezoneId: 'Asia/Seoul' });
  page = await context.newPage();
  onComplaint(page, (complaint) => complaints.push(complaint));
  page.on('request', (request) => requested.add(new URL(request.url()).pathname));
  await page.goto(consoleUrl());
}

export async function closeConsole(): Promise<void> {
  await browser?.close();
  await receiver?.close();
}

export function forgetComplaints(): void {
  complaints = [];
}

/** Sets the status of the receiver's next responses. */
export function respondWith(next: number): void {
  status = next;
}
