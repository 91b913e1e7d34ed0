import { expect, it } from '@jest/globals';
import { JOBS_PATH } from '../../../operator/console/protocol/jobs.ts';
import { OVERVIEW_READS } from '../../../operator/console/protocol/overview-reads.ts';
import { apiPath, PROOF_PATH } from '../../../operator/console/protocol/paths-and-names.ts';
import { until } from '../../support/until.ts';
import {
  CALL,
  callPath,
  complaints,
  context,
  heading,
  origin,
  page,
  partner,
  requested,
  search,
  tenantId,
} from './console-in-browser.ts';

const OF_EVERY_PAGE = [apiPath('about'), JOBS_PATH, PROOF_PATH];

/** Tests the overview, the search and the filters. The overview comes first, because the test counts all requests so far. */
export function consoleFindsThings(): void {
  it("the overview requests only data that the warm-up of the console's server reads", async () => {
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

  it('the search of the console opens the only match of a name immediately', async () => {
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
    // If the response of a list arrives before that of the page, the list also shows the sentence for a moment.
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

  it("no request of the console's search contains an API key", async () => {
    await search().fill('pt_nobody');
    await search().press('Enter');
    await page.getByText('Nothing was found for pt_nobody.').waitFor();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await search().fill(partner.apiKey);
    await search().press('Enter');
    await page.getByText('This is a key or a secret. Search for an id').waitFor();
    expect(asked.filter((url) => url.includes('svc_partner'))).toEqual([]);
    expect(complaints).toEqual([]);
  });
}
