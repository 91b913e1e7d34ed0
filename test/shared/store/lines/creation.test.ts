import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from '@jest/globals';
import { IDEMPOTENCY_IN_PROGRESS, IDEMPOTENCY_KEY_MISMATCH } from '../../../../shared/contract/failures.ts';
import { newDelegation } from '../../../../shared/domain/lines/delegation.ts';
import { createLine } from '../../../../shared/store/lines/creation.ts';
import { intercepted } from '../../../support/table/faulty.ts';
import { testTable } from '../../../support/table/table.ts';

const NOW_MS = 1_800_000_000_000;
const pacing = { random: () => 0, sleepMs: async () => undefined };
const newLine = {
  line: newDelegation('pt_1', { name: 'Cafe', region: 'kr', externalId: 'shop' }, 'tn_1', NOW_MS),
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

/** Creates a line while DynamoDB cancels every transaction for these reasons. */
async function creation(reasons: Partial<Record<(typeof ITEMS)[number], object>>) {
  const CancellationReasons = ITEMS.map((name) => ({ Code: 'None', ...reasons[name] }));
  const cancelled = new TransactionCanceledException({ message: '', $metadata: {}, CancellationReasons });
  const table = intercepted(await testTable(), () => Promise.reject(cancelled));
  return createLine({ ...table, pacing }, newLine, NOW_MS);
}

describe('conflicts during the creation of a line', () => {
  it('the creation of a line fails with IDEMPOTENCY_IN_PROGRESS after conflicts with a request with the same key', async () => {
    await expect(creation({ idempotency: conflict, partner: conflict })).rejects.toMatchObject({
      kind: IDEMPOTENCY_IN_PROGRESS,
    });
  });

  it('the creation of a line fails with the kind "unavailable" after conflicts with other writes of the partner', async () => {
    await expect(creation({ partner: conflict })).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('the creation of a line fails with the kind "unavailable" if one of several failed items has a conflict', async () => {
    for (const reasons of [{ partner: noRoom }, { partner: suspended }, { externalId: otherLine }]) {
      await expect(creation({ ...reasons, owner: conflict })).rejects.toMatchObject({ kind: 'unavailable' });
    }
  });

  it('a retry with the same Idempotency-Key returns the stored response even if the line could not be created now', async () => {
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

  it('the creation of a line succeeds if an earlier attempt has already stored the line', async () => {
    const ours = rejection({ tenantId: 'tn_1' });
    expect(await creation({ partner: noRoom, externalId: ours, idempotency: conflict })).toEqual({
      response: newLine.response,
      replayed: false,
    });
  });
});
