import { stripVTControlCharacters } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { NOW_MS } from '../../support/functions/line-world.ts';
import { operatorWorld } from '../operator-world.ts';
import { HOUR_MS, type PartnerDeliveries, partnerDeliveries } from './partner-deliveries.ts';

describe('the order of columns in printed tables', () => {
  let made: PartnerDeliveries;
  beforeAll(async () => {
    made = await partnerDeliveries();
  });

  /** Returns the headings that the command prints. */
  const headings = async (...words: string[]) => {
    const { out } = await made.world.run(...words);
    return stripVTControlCharacters(out).split('\n')[0]?.split(/ +/);
  };
  /** Makes a change a millisecond later than the one before, so that its entry is the first in the list. */
  let laterMs = 0;
  const change = async (...words: string[]) => {
    laterMs += 1;
    const nowMs = NOW_MS - HOUR_MS + laterMs;
    await (await operatorWorld({ table: made.world.table, parts: { nowMs: () => nowMs } })).json(...words);
  };

  it('the columns of the audit trail have a fixed order', async () => {
    const expected = ['at', 'actor', 'action', 'target', 'reason', 'state', 'outcome'];
    const by = ['--partner', made.partnerId];
    for (const words of [
      ['partner', 'suspend', ...by],
      ['partner', 'quota', ...by, '--quota', '5'],
    ]) {
      await change(...words);
      expect(await headings('audit', 'list')).toEqual(expected);
    }
  });

  it('the columns in the list of partners have the same order with and without a contact', async () => {
    const before = await headings('partner', 'list');
    expect(before?.slice(-2)).toEqual(['contact', 'health']);
    await change('partner', 'contact', '--partner', made.partnerId, '--email', 'ops@acme.example');
    expect(await headings('partner', 'list')).toEqual(before);
  });

  it('the columns in the list of deliveries have a fixed order', async () => {
    const expected = ['callId', 'tenantId', 'status', 'reason', 'attempts', 'nextAttemptAt', 'call'];
    const list = ['delivery', 'list', '--partner', made.partnerId];
    await made.delivery('c-2');
    expect(await headings(...list)).toEqual(expected);
    const callExpiresAtUnixSeconds = NOW_MS / 1_000 - 1;
    await made.delivery('c-1', { status: 'skipped', storedAtMs: NOW_MS - 2 * HOUR_MS, callExpiresAtUnixSeconds });
    expect(await headings(...list)).toEqual(expected);
  });
});
