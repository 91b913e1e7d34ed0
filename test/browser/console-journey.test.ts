import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { type Receiver, startReceiver } from '../support/receivers/receiver.ts';
import { operator } from '../support/service/operator.ts';
import { queuesOf } from '../support/service/queues.ts';
import { newDataDir, removeDataDir, type Service, startService } from '../support/service/service.ts';
import { type Subscriber, subscriberAt } from '../support/service/subscriber.ts';
import { until } from '../support/until.ts';
import { startChromium } from './start-chromium.ts';

/** An alarm's minute lasts a second here, and all attempts of a call are over after a few seconds. */
const FLAGS = ['--allow-local-webhooks', '--alarm-period-seconds', '1', '--retry-base-seconds', '0.01'];
/** This many first attempts in a row must fail before a partner is failing. */
const CALLS = 5;

/**
 * Most tests are questions of a person on call, and limit how many clicks lead to the answer from the page on which the
 * question comes up.
 */
describe('the console while deliveries fail', () => {
  const dataDir = newDataDir();
  let service: Service;
  let receiver: Receiver;
  let partner: Subscriber;
  let browser: Browser;
  let page: Page;
  let status = 503;
  let clicks = 0;

  const origin = () => new URL(service.ready.consoleUrl).origin;
  const click = async (what: Locator) => {
    clicks += 1;
    await what.click();
  };
  const region = (name: string) => page.getByRole('region', { name, exact: true });
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const open = async (path: string) => {
    await page.goto(origin() + path);
    await page.waitForFunction(() => document.querySelector('main [aria-busy=true]') === null);
  };
  const statuses = async () => {
    const list = ['delivery', 'list', '--partner', partner.partnerId];
    return (await operator<{ status: string }[]>(dataDir, list)).map((row) => row.status);
  };
  const raised = () => operator<object[]>(dataDir, ['alarms', '--state', 'ALARM']);

  beforeAll(async () => {
    service = await startService(dataDir, FLAGS);
    receiver = await startReceiver(() => status);
    partner = await subscriberAt(receiver.url, service.ready);
    await partner.recordCalls(
      partner.tenantId,
      Array.from({ length: CALLS }, (_, n) => ({ callId: `call_${n + 1}`, summary: 'A table for two' })),
    );
    await until(async () => (await statuses()).every((one) => one === 'dead'));
    await queuesOf(service.ready).sendText('deadLetterQueueUrl', '{"v":9}');
    await operator(dataDir, ['mapping', 'disable', '--name', 'deliver-slow']);
    await until(async () => (await raised()).length > 0);
    browser = await startChromium();
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    page = await context.newPage();
    await page.goto(service.ready.consoleUrl);
  });
  beforeEach(() => {
    clicks = 0;
  });
  afterAll(async () => {
    await browser?.close();
    await receiver?.close();
    await service?.stop();
    removeDataDir(dataDir);
  });

  it('the overview of the console shows failing partners, raised alarms and disabled mappings', async () => {
    await open('/');
    const failing = region('Failing partners').getByRole('row').filter({ hasText: 'Acme' });
    await failing.filter({ hasText: 'status 503' }).filter({ hasText: 'ago' }).waitFor();
    const health = region('Health');
    await health.getByRole('heading', { name: /1 mapping stopped · 1 of \d+ partners? failing · / }).waitFor();
    await health.getByRole('listitem').filter({ hasText: / ago$/ }).first().waitFor();
    await health.getByText('The mapping deliver-slow is Disabled').waitFor();
    expect(clicks).toBe(0);
  });

  it('a click on an alarm opens its runbook section', async () => {
    await open('/');
    const alarms = region('Health').getByRole('listitem').filter({ hasText: / ago$/ });
    await click(alarms.getByRole('link').first());
    const clicked = page.getByRole('article').filter({ has: page.locator('details[open]') });
    await clicked.getByRole('heading', { name: /^Runbook: / }).waitFor();
    await clicked.getByText(`npm run -s operator -- --data ${dataDir}`).first().waitFor();
    expect(await clicked.count()).toBe(1);
    expect(clicks).toBe(1);
  });

  it('a click on a failing partner shows which deliveries to this partner failed', async () => {
    await open('/');
    await click(region('Failing partners').getByRole('link', { name: 'Acme' }));
    const rows = region('Deliveries').getByRole('row').filter({ hasText: 'dead' }).filter({ hasText: 'status 503' });
    await until(async () => (await rows.count()) === CALLS);
    expect(clicks).toBe(1);
  });

  it('the page of a call shows all attempts', async () => {
    await open('/');
    await page.getByRole('searchbox').fill('call_3');
    await page.keyboard.press('Enter');
    const attempts = page.getByRole('list', { name: 'Attempts' }).getByRole('listitem');
    await until(async () => (await attempts.count()) === 8);
    const facts = await region('Delivery').textContent();
    expect(facts).toContain('All attempts are used up');
    expect(facts).toContain('Nothing, unless somebody replays the delivery.');
    expect(facts).toContain("The partner's fault: its receiver responded");
    expect(clicks).toBe(0);
  });

  it('a replay takes at most four clicks', async () => {
    await open(`/partners/${partner.partnerId}`);
    await click(button('Replay…'));
    await click(button('Preview'));
    await page.getByText(`${CALLS} deliveries would be replayed`).waitFor();
    expect(clicks).toBe(2);
    status = 200;
    await click(button(`Replay ${CALLS} deliveries`));
    await page.getByRole('dialog').getByText(`${CALLS} of ${CALLS} deliveries replayed.`).waitFor();
    expect(clicks).toBeLessThanOrEqual(4);
    await until(async () => (await statuses()).every((one) => one === 'delivered'));
  });

  it('a dialog that opens from a menu is vertically centred in the window', async () => {
    await open(`/partners/${partner.partnerId}`);
    await click(button('More actions'));
    await click(button('Suspend…'));
    const { y = 0, height = 0 } = (await page.getByRole('dialog').boundingBox()) ?? {};
    expect(y + height / 2).toBeCloseTo((page.viewportSize()?.height ?? 0) / 2, 0);
  });

  it("the console's page of queues says that no delivery is lost because of a dead letter", async () => {
    await open('/');
    await click(page.getByRole('navigation').getByRole('link', { name: 'Queues' }));
    await region('Dead letters').getByText('1 message has failed. No delivery is lost').waitFor();
    expect(clicks).toBe(1);
  });

  it('the console shows why a call was refused', async () => {
    const call = { callId: 'call_refused', summary: ' ', callerNumber: '+15551234567' };
    await queuesOf(service.ready).send('intakeQueueUrl', { tenantId: partner.tenantId, call });
    await open('/queues');
    const deadLetters = region('Dead letters');
    await deadLetters.getByText('1 call was not recorded. The queue may have the only copy.').waitFor();
    await click(button('List the messages'));
    const row = deadLetters.getByRole('row').filter({ hasText: 'refused: call.summary: must not be blank' });
    await row.filter({ hasText: 'call_refused' }).waitFor();
    await click(row.getByRole('button', { name: 'Drop…' }));
    await page.getByRole('dialog').getByText('It may be the only copy of a finished call.').waitFor();
    expect(await page.getByRole('main').textContent()).not.toContain('4567');
    await click(page.getByRole('dialog').getByRole('button', { name: 'Cancel' }));
    await click(deadLetters.getByRole('link', { name: 'Refused calls' }));
    await page.getByRole('row').filter({ hasText: 'call_refused' }).filter({ hasText: 'queued' }).waitFor();
  });

  it('a person can disable a mapping with two clicks and one typed word', async () => {
    await open('/queues');
    await click(button('Disable… deliver-hung'));
    await page.getByLabel('Type disable').fill('disable');
    await click(page.getByRole('dialog').getByRole('button', { name: 'Disable', exact: true }));
    expect(clicks).toBe(2);
    // The button Close appears when the job has started. To open another page before that would cancel the request.
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).waitFor();
    await open('/audit');
    await region('Jobs').getByText('The mapping deliver-hung is Disabled.').waitFor();
    await page.getByRole('row').filter({ hasText: 'mapping deliver-hung' }).filter({ hasText: 'Disabled' }).waitFor();
  });

  it('one click copies the command or the link of a console page', async () => {
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await open('/deliveries/call_1');
    await click(button('Copy as command'));
    await until(
      async () => (await copied()) === `npm run -s operator -- --data ${dataDir} delivery show --call call_1`,
    );
    await click(button('Copy link'));
    await until(async () => (await copied()) === `${origin()}/deliveries/call_1`);
    expect(clicks).toBe(2);
  });

  it('for a link to another stack, the console shows only the command that opens the other stack', async () => {
    await open('/deliveries/call_1?stack=partner-lines-prod-service');
    await page.getByText('npm run -s operator -- --stack partner-lines-prod-service console').waitFor();
    expect(await page.getByText('call_1').count()).toBe(0);
    await open('/deliveries/call_1?stack=x%1B%5B201~%0Aid');
    await page.getByRole('heading', { level: 1, name: 'No such page' }).waitFor();
    await open('/deliveries/call_1%0Aid');
    await page.getByRole('button', { name: 'Copy link' }).waitFor();
    expect(await page.getByRole('button', { name: 'Copy as command' }).count()).toBe(0);
    await page.getByRole('searchbox').fill('http://127.0.0.1:1/deliveries/call_2');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /^Delivered · Acme/ }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/deliveries/call_2');
  });

  it('a person can replay a refused delivery with the keyboard alone', async () => {
    status = 410;
    await partner.recordCalls(partner.tenantId, [{ callId: 'call_by_keys', summary: 'A table for two' }]);
    await until(async () => (await statuses()).includes('refused'));
    await open('/');
    const tabTo = async (what: Locator) => {
      await what.waitFor();
      for (let stop = 0; stop < 60; stop += 1) {
        if (await what.evaluate((element) => element === document.activeElement)) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`Tab does not lead to ${what}`);
    };
    await tabTo(page.getByRole('searchbox'));
    await page.keyboard.type('call_by_keys');
    await page.keyboard.press('Enter');
    await region('Delivery').getByText('(status 410)').waitFor();
    status = 200;
    await tabTo(button('Replay'));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Replay' });
    await tabTo(dialog.getByLabel('Reason'));
    await page.keyboard.type('Ticket 8');
    await page.keyboard.press('Enter');
    await dialog.getByText('The round has begun').waitFor();
    await page.keyboard.press('Escape');
    await region('Delivery').getByText('delivered', { exact: true }).waitFor();
  });
});
