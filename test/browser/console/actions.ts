import { expect, it } from '@jest/globals';
import { newLineId } from '../../../shared/domain/ids.ts';
import { operator, runOperatorHere } from '../../support/service/operator.ts';
import { running } from '../../support/service/world.ts';
import { until } from '../../support/until.ts';
import {
  browser,
  CALL,
  callPath,
  complaints,
  consoleUrl,
  context,
  HOSTILE_NAME,
  heading,
  origin,
  page,
  partner,
  receiver,
  respondWith,
  tenantId,
} from './console-in-browser.ts';

/** Tests actions, what the pages hide, and what happens while nothing responds. */
export function consoleActs(): void {
  it('a replay changes the status on the open page of a delivery without a reload', async () => {
    await page.goto(origin() + callPath());
    await page.getByText('refused', { exact: true }).first().waitFor();
    const attempts = page.getByRole('list', { name: 'Attempts' }).getByRole('listitem');
    expect(await attempts.allTextContents()).toEqual([expect.stringMatching(/ m?s\s*status 410.*No further attempt/)]);
    respondWith(200);
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

  it('a dialog stays open while its command runs', async () => {
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

  it('the first ten elements that Tab reaches on the page of a delivery get an outline', async () => {
    await page.goto(`${origin()}/partners/${partner.partnerId}`);
    await page.getByRole('link', { name: CALL }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(origin() + callPath());
    // The heading keeps the focus when the name of the partner arrives.
    await page.locator('h1:focus').filter({ hasText: ' · ' }).waitFor();
    const outlined = async () =>
      page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle);
    await page.goto(origin() + callPath());
    for (let stop = 0; stop < 10; stop += 1) {
      await page.keyboard.press('Tab');
      expect(await outlined()).toBe('solid');
    }
  });

  it('the console shows markup in a name as text', async () => {
    await page.goto(`${origin()}/lines/${tenantId}`);
    await heading().filter({ hasText: HOSTILE_NAME }).waitFor();
    expect(await page.locator('main').textContent()).toContain('****5432');
    await page.goto(`${origin()}/partners/${partner.partnerId}`);
    await page.getByText(`${new URL(receiver.url).origin}/…`).waitFor();
    const lastDays = page.getByRole('figure', { name: 'Last days' });
    await lastDays.getByText(/Recorded since .*: 0 pending, 1 delivered/).waitFor();
    await lastDays.getByRole('combobox').selectOption('the last 48 hours');
    const lastHours = page.getByRole('figure', { name: 'Last hours' });
    await lastHours.getByRole('img', { name: /Deliveries by hour/ }).waitFor();
    expect(new URL(page.url()).search).toBe('?by=hour');
    const text = await page.locator('html').innerHTML();
    for (const secret of ['of-the-receiver', '1098765432', partner.apiKey, 'The words of the call'])
      expect(text).not.toContain(secret);
    expect(await page.title()).not.toBe('hacked');
    expect(complaints).toEqual([]);
  });

  it('the console sends no request after it has been hidden for a second', async () => {
    await page.goto(`${origin()}/`);
    await page.getByText(/In the last 60 minutes|Since the service started/).waitFor();
    // The requests are counted in the page itself, because the browser can report a request that began before the page
    // was hidden only afterwards.
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

  it('the list of refused calls shows no content of a call', async () => {
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

  it("a console page keeps its data while the console's server does not respond", async () => {
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

  it('a person can stop all deliveries by typing `stop`', async () => {
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

  it('a tab with a wrong token works once its address has the printed token', async () => {
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
}
