import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { JOBS_PATH } from '../../operator/console/protocol/jobs.ts';
import { OVERVIEW_READS } from '../../operator/console/protocol/overview-reads.ts';
import { apiPath, PROOF_PATH } from '../../operator/console/protocol/paths-and-names.ts';
import { newLineId } from '../../shared/domain/ids.ts';
import { type Receiver, startReceiver } from '../support/receivers/receiver.ts';
import { operator, runOperatorHere } from '../support/service/operator.ts';
import { newPartner, type PartnerWorld, running } from '../support/service/world.ts';
import { until } from '../support/until.ts';
import { everyPageIsAccessible, type PagesOfConsole } from './console-pages.ts';
import { DESK } from './screenshots.ts';
import { onComplaint, startChromium } from './start-chromium.ts';

/** Markup, quotes and a script, as a hostile partner may name a line. */
const HOSTILE_NAME = `<img src=x onerror="document.title='hacked'">"'&`;

const OF_EVERY_PAGE = [apiPath('about'), JOBS_PATH, PROOF_PATH];

let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: string[];
/** The paths that all pages so far have requested. */
const requested = new Set<string>();
let partner: PartnerWorld;
let receiver: Receiver;
let status = 410;
let tenantId: string;

const consoleUrl = () => String(running().consoleUrl);
const origin = () => new URL(consoleUrl()).origin;
const CALL = `call/console?${Date.now()}`;
const callPath = () => `/deliveries/${encodeURIComponent(CALL)}`;

beforeAll(async () => {
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
  complaints = [];
  await page.goto(consoleUrl());
});
afterAll(async () => {
  await browser?.close();
  await receiver?.close();
});
beforeEach(() => {
  complaints = [];
});

const heading = () => page.getByRole('heading', { level: 1 });
const search = () => page.getByRole('searchbox');

describe('the console of the local service in a browser', () => {
  it('the overview of the console loads only data that its server has already read, and removes the token from the address bar', async () => {
    await heading().filter({ hasText: 'Overview' }).waitFor();
    expect(page.url()).toBe(`${origin()}/`);
    for (const name of ['Health', 'Failing partners', 'Queues'])
      await page.getByRole('region', { name, exact: true }).waitFor();
    const figure = page.getByRole('figure', { name: 'Deliveries' });
    await figure.getByText(/(In the last 60 minutes|Since the service started, at \d\d:\d\d): /).waitFor();
    await figure.getByText('The same as a table').click();
    expect(await figure.getByRole('row').count()).toBe(61);
    await page
      .getByRole('figure', { name: 'Ages of the lanes' })
      .getByText(/longest wait of a wake-up/)
      .waitFor();
    const reads = [...requested].filter((path) => path.startsWith('/api/') && !OF_EVERY_PAGE.includes(path));
    expect(reads.sort()).toEqual(OVERVIEW_READS.map(([name]) => apiPath(name)).sort());
  });

  it('the console works in a second tab without another sign-in', async () => {
    const other = await context.newPage();
    await other.goto(`${origin()}/partners`);
    await other.getByText(partner.partnerId).waitFor();
    await other.close();
  });

  it('a whole id in the search box opens the page of the call, line or partner', async () => {
    for (const [id, path] of [
      [partner.partnerId, `/partners/${partner.partnerId}`],
      [tenantId, `/lines/${tenantId}`],
      [CALL, callPath()],
    ] as const) {
      await search().fill(id);
      await search().press('Enter');
      await page.waitForURL(`${origin()}${path}`);
    }
    await heading()
      .filter({ hasText: /^Refused · / })
      .waitFor();
    await page.getByRole('main').getByText(CALL).first().waitFor();
  });

  it('the search of the console lists several matches of a name, but opens a single match immediately', async () => {
    const [first] = [
      await partner.createLine({ name: 'Kestrel Front Desk' }),
      await partner.createLine({ name: 'Kestrel Night Desk' }),
    ];
    await heading().click();
    await page.keyboard.press('/');
    await page.keyboard.type('kestrel');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${origin()}/search?q=kestrel`);
    const rows = page.getByRole('region', { name: 'Found' }).getByRole('row');
    await until(async () => (await rows.count()) === 3);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('front kestrel');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${origin()}/lines/${first.tenantId}`);
  });

  it.each([
    ['partner', '/partners/pt_nobody', 'There is no partner pt_nobody.'],
    ['line', '/lines/tn_nothing', 'There is no line tn_nothing.'],
  ])('the console shows only one message if a %s does not exist', async (_, path, sentence) => {
    await page.goto(origin() + path);
    // A list whose response arrives first has the sentence too, until the page knows.
    const said = page.getByRole('main').getByText(sentence);
    const saidInLists = page.getByRole('region').getByText(sentence);
    await until(async () => (await said.count()) === 1 && (await saidInLists.count()) === 0);
    expect(complaints).toEqual([]);
  });

  it('a filter keeps the text that a person types while the list below changes', async () => {
    await page.goto(`${origin()}/deliveries?tenant=${tenantId}`);
    await page.getByRole('link', { name: CALL }).waitFor();
    const from = page.getByRole('textbox', { name: 'From' });
    await from.fill('2026-11-2');
    await partner.recordCalls(tenantId, [{ callId: 'call-while-typing', summary: 'A late call' }]);
    await page.getByRole('link', { name: 'call-while-typing' }).waitFor();
    expect(await from.inputValue()).toBe('2026-11-2');
  });

  it('an error message about a form field names the field', async () => {
    await page.goto(`${origin()}/deliveries`);
    await page.getByRole('textbox', { name: 'From' }).fill('yesterday');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByText(/From: must be/).waitFor();
    expect(complaints).toEqual([]);
  });

  it('the search of the console says if nothing has the entered id, and sends no request for an API key', async () => {
    await search().fill('pt_nobody');
    await search().press('Enter');
    await page.getByText('Nothing has the id, name, external id or number pt_nobody.').waitFor();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await search().fill(partner.apiKey);
    await search().press('Enter');
    await page.getByText('This is a key or a secret. Search for an id').waitFor();
    expect(asked.filter((url) => url.includes('svc_partner'))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('after a replay, the page of a delivery shows the new status without a reload', async () => {
    await page.goto(origin() + callPath());
    await page.getByText('refused', { exact: true }).first().waitFor();
    const attempts = page.getByRole('list', { name: 'Attempts' }).getByRole('listitem');
    expect(await attempts.allTextContents()).toEqual([expect.stringMatching(/ m?s\s*status 410.*No further attempt/)]);
    status = 200;
    await page.getByRole('button', { name: 'Replay' }).click();
    const dialog = page.getByRole('dialog', { name: 'Replay' });
    await dialog.getByLabel('Reason').fill('Ticket 7');
    await dialog.getByRole('button', { name: 'Replay' }).click();
    await dialog.getByText('The round has begun').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByText('delivered', { exact: true }).first().waitFor();
    const [entry] = await operator<object[]>(running().dataDir, ['audit', 'list', '--partner', partner.partnerId]);
    expect(entry).toMatchObject({ action: 'delivery replay', target: `call ${CALL}`, reason: 'Ticket 7' });
    expect(complaints).toEqual([]);
  });

  it('a dialog stays open while its command runs, because the result may be a key that is shown only once', async () => {
    const pressed = Promise.withResolvers<void>();
    await page.route('**/api/partner/contact*', async (route) => {
      await pressed.promise;
      await route.continue();
    });
    await page.goto(`${origin()}/partners/${partner.partnerId}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('button', { name: 'Contact…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set the contact' });
    await dialog.getByRole('textbox', { name: /mail/i }).fill('ops@acme.example');
    await dialog.getByRole('textbox', { name: /mail/i }).press('Enter');
    await dialog.getByText('Working…').waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    pressed.resolve();
    await dialog.getByText("The partner's contact is ops@acme.example.").waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.unroute('**/api/partner/contact*');
  });

  it('the keyboard alone is enough to use the console, and each focused element has an outline', async () => {
    await page.goto(`${origin()}/partners/${partner.partnerId}`);
    await page.getByRole('link', { name: CALL }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(origin() + callPath());
    await page.locator('h1:focus').waitFor();
    const outlined = async () =>
      page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle);
    await page.goto(origin() + callPath());
    for (let stop = 0; stop < 10; stop += 1) {
      await page.keyboard.press('Tab');
      expect(await outlined()).toBe('solid');
    }
  });

  it('the console shows markup in a name as text, and hides the path of a webhook and most digits of a number', async () => {
    await page.goto(`${origin()}/lines/${tenantId}`);
    await heading().filter({ hasText: HOSTILE_NAME }).waitFor();
    expect(await page.locator('main').textContent()).toContain('****5432');
    await page.goto(`${origin()}/partners/${partner.partnerId}`);
    await page.getByText(`${new URL(receiver.url).origin}/…`).waitFor();
    const lastDays = page.getByRole('figure', { name: 'Last days' });
    await lastDays.getByText(/Recorded since .*: 0 pending, 1 delivered/).waitFor();
    await lastDays.getByRole('combobox').selectOption('the last 48 hours');
    await lastDays.getByRole('img', { name: /Deliveries by hour/ }).waitFor();
    expect(new URL(page.url()).search).toBe('?by=hour');
    const text = await page.locator('html').innerHTML();
    for (const secret of ['of-the-receiver', '1098765432', partner.apiKey, 'The words of the call'])
      expect(text).not.toContain(secret);
    expect(await page.title()).not.toBe('hacked');
    expect(complaints).toEqual([]);
  });

  it('the console sends no request while it is hidden', async () => {
    await page.goto(`${origin()}/`);
    await page.getByText(/In the last 60 minutes|Since the service started/).waitFor();
    // In the page itself, because the browser reports a request that began before the change only afterwards.
    const asked = await page.evaluate(async () => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
      // A request that the page had begun to prepare is still sent.
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      const requests: string[] = [];
      const { fetch } = window;
      window.fetch = (...args) => {
        requests.push(String(args[0]));
        return fetch(...args);
      };
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      return requests;
    });
    expect(asked).toEqual([]);
  });

  it('the list of refused calls shows line, id, reason and way of arrival, but no content of a call', async () => {
    const unknownLine = newLineId();
    const call = JSON.stringify({
      callId: 'refused-1',
      summary: 'The words of the call',
      callerNumber: '+15551234567',
    });
    await runOperatorHere(running().dataDir, ['call', 'record', '--tenant', unknownLine, '--file', '-'], call);
    await page.goto(origin());
    await page.getByText('No line has this id. Refused calls').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Refused calls' }).click();
    await heading().filter({ hasText: 'Refused calls' }).waitFor();
    const row = page.getByRole('row').filter({ hasText: 'refused-1' });
    await row.filter({ hasText: 'No line has this id' }).filter({ hasText: 'invoked' }).waitFor();
    await row.getByRole('link', { name: unknownLine }).waitFor();
    expect(await page.getByRole('main').textContent()).not.toMatch(/words of the call|4567/);
    expect(complaints).toEqual([]);
  });

  it("while the console's server does not respond, a page keeps its data and disables its buttons", async () => {
    await page.goto(`${origin()}/queues`);
    const sweep = page.getByRole('button', { name: 'Sweep' });
    await page.getByRole('rowheader', { name: 'deliver-slow' }).waitFor();
    await context.setOffline(true);
    await page.getByText('No new data').first().waitFor();
    expect(await page.getByRole('rowheader', { name: 'deliver-slow' }).isVisible()).toBe(true);
    expect(await sweep.isDisabled()).toBe(true);
    await context.setOffline(false);
    await page.getByText('No new data').first().waitFor({ state: 'detached' });
    await until(() => sweep.isEnabled());
  });

  it('the console can limit a list of deliveries to a period or a line', async () => {
    await page.goto(`${origin()}/deliveries?status=any&until=2020-01-01T00:00:00Z`);
    await page.getByText('No delivery matches.').waitFor();
    await page.goto(`${origin()}/lines/${tenantId}`);
    await page.getByRole('region', { name: 'Deliveries' }).getByRole('link', { name: CALL }).waitFor();
  });

  it('a person can stop all deliveries by typing a word, and start them again after a confirmation', async () => {
    await page.goto(`${origin()}/queues`);
    await page.getByRole('button', { name: 'Stop all deliveries…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Stop all deliveries' });
    await dialog.getByLabel('Type stop').fill('stop');
    await dialog.getByRole('button', { name: 'Stop all deliveries' }).click();
    await dialog.getByText('deliver-hung is Disabled').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Start all deliveries' }).click();
    const start = page.getByRole('dialog', { name: 'Start all deliveries' });
    await start.getByRole('button', { name: 'Start all deliveries' }).click();
    await start.getByText('deliver-hung is Enabled').waitFor();
    await start.getByRole('button', { name: 'Close' }).click();
  });

  it('a tab with a wrong token accepts the printed address, and removes the token from the address bar', async () => {
    const stranger = await browser.newContext();
    const other = await stranger.newPage();
    await other.goto(`${origin()}/partners#token=wrong`);
    await other.getByRole('heading', { name: 'Open the console again' }).waitFor();
    await other.evaluate((hash) => {
      location.hash = hash;
    }, new URL(consoleUrl()).hash);
    await other.getByRole('heading', { level: 1, name: 'Partners' }).waitFor();
    expect(other.url()).toBe(`${origin()}/partners`);
    await stranger.close();
  });
});

const PAGES: PagesOfConsole = [
  ['overview', () => '/'],
  ['partners', () => '/partners'],
  ['partner', () => `/partners/${partner.partnerId}`],
  ['line', () => `/lines/${tenantId}`],
  ['delivery', callPath],
  ['refused', () => '/refused'],
  ['search', () => '/search?q=acme'],
  ['deliveries', () => '/deliveries'],
  ['objectives', () => '/objectives'],
  ['runbook-index', () => '/runbook'],
  ['queues', () => '/queues'],
  ['alarms', () => '/alarms'],
  ['audit', () => '/audit'],
  ['runbook', () => '/runbook/replay'],
];
everyPageIsAccessible(PAGES, () => ({ page, complaints, origin: origin() }));
