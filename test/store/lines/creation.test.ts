import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from '@jest/globals';
import { IDEMPOTENCY_IN_PROGRESS, IDEMPOTENCY_KEY_MISMATCH } from '../../../shared/contract/failures.ts';
import { openLine } from '../../../shared/domain/lines/line.ts';
import { createLine } from '../../../shared/store/lines/creation.ts';
import { intercepted } from '../../support/table/faulty.ts';
import { testTable } from '../../support/table/table.ts';

const NOW_MS = 1_800_000_000_000;
const pacing = { random: () => 0, sleepMs: async () => undefined };
const newLine = {
  line: openLine('pt_1', { name: 'Cafe', region: 'kr', externalId: 'shop' }, 'tn_1', NOW_MS),
  agent: {},
  response: '{"tenantId":"tn_1"}',
  idempotency: { key: 'key', bodyHash: 'same' },
};

const ITEMS = ['partner', 'externalId', 'delegation', 'line', 'agent', 'owner', 'idempotency'] as const;
const conflict = { Code: 'TransactionConflict' };
const rejection = (item: Record<string, unknown>) => ({ Code: 'ConditionalCheckFailed', Item: marshall(item) });
const noRoom = rejection({ state: 'active' });
const suspended = rejection({ state: 'suspended' });
const otherLine = rejection({ tenantId: 'tn_2' });

/** Creates a line while DynamoDB keeps giving these reasons. */
async function creation(reasons: Partial<Record<(typeof ITEMS)[number], object>>) {
  const CancellationReasons = ITEMS.map((name) => ({ Code: 'None', ...reasons[name] }));
  const cancelled = new TransactionCanceledException({ message: '', $metadata: {}, CancellationReasons });
  const table = intercepted(await testTable(), () => Promise.reject(cancelled));
  return createLine({ ...table, pacing }, newLine, NOW_MS);
}

describe('a cancelled creation', () => {
  it('that met the first request with its key, and never got past it, is in progress', async () => {
    await expect(creation({ idempotency: conflict, partner: conflict })).rejects.toMatchObject({
      kind: IDEMPOTENCY_IN_PROGRESS,
    });
  });

  it('that only others of the partner stood in the way of is worth a retry', async () => {
    await expect(creation({ partner: conflict })).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('is never called used-up, taken or suspended while anything was contended', async () => {
    for (const reasons of [{ partner: noRoom }, { partner: suspended }, { externalId: otherLine }]) {
      await expect(creation({ ...reasons, owner: conflict })).rejects.toMatchObject({ kind: 'unavailable' });
    }
  });

  it('repeats or refuses by what stands under its key, whatever else was in the way', async () => {
    const stored = { bodyHash: 'same', response: '{"tenantId":"tn_0"}' };
    const everything = { partner: noRoom, externalId: otherLine, owner: conflict };
    expect(await creation({ ...everything, idempotency: rejection(stored) })).toEqual({
      response: stored.response,
      replayed: true,
    });
    await expect(
      creation({ ...everything, idempotency: rejection({ ...stored, bodyHash: 'other' }) }),
    ).rejects.toMatchObject({ kind: IDEMPOTENCY_KEY_MISMATCH });
  });

  it('is a success when the externalId is found taken by the very line', async () => {
    const ours = rejection({ tenantId: 'tn_1' });
    expect(await creation({ partner: noRoom, externalId: ours, idempotency: conflict })).toEqual({
      response: newLine.response,
      replayed: false,
    });
  });
});
