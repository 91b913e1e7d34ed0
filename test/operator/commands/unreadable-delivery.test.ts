import { beforeEach, describe, expect, it } from '@jest/globals';
import { keys } from '../../../shared/store/table/keys.ts';
import { changeItem } from '../../support/functions/deliveries.ts';
import { type PartnerDeliveries, partnerDeliveries } from './partner-deliveries.ts';

describe('operator commands for an unreadable delivery', () => {
  const SENTENCE = 'The delivery of c-broken has attributes that cannot be read: attempts, log.\n';
  let world: PartnerDeliveries['world'];
  let partnerId: string;
  beforeEach(async () => {
    const made = await partnerDeliveries();
    ({ world, partnerId } = made);
    await made.delivery('c-broken');
    await changeItem(world.table, keys.delivery('c-broken'), { attempts: 'private', log: ['private'] });
    await made.delivery('c-fine');
  });

  it.each(['show', 'replay'])(
    'the command `delivery %s` prints which attributes of a delivery are unreadable, but not their content',
    async (verb) => {
      const printed = await world.run('delivery', verb, '--call', 'c-broken');
      expect(printed).toEqual({ code: 1, out: '', err: SENTENCE });
    },
  );

  it('an operator can list and replay the other deliveries if one delivery is unreadable', async () => {
    const { code, out, err } = await world.run('--json', 'delivery', 'list', '--partner', partnerId);
    expect([code, err]).toEqual([1, SENTENCE]);
    expect(JSON.parse(out)).toMatchObject([{ callId: 'c-fine' }]);
    const replayed = await world.run('--json', 'delivery', 'replay', '--partner', partnerId, '--since', '0');
    expect([replayed.code, JSON.parse(replayed.out), replayed.err]).toEqual([1, { matched: 1, replayed: 1 }, SENTENCE]);
  });
});
