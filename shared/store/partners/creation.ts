import type { Scope } from '../../contract/routes.ts';
import { newPartnerId } from '../../domain/ids.ts';
import { newApiKey } from '../../domain/partners/api-key.ts';
import type { Table } from '../table/connect.ts';
import { isNew } from '../table/expression.ts';
import { keys } from '../table/keys.ts';
import {
  isAlreadyWritten,
  put,
  throwIfContended,
  transact,
  type Write,
  withConflictRetries,
} from '../table/transactions.ts';
import type { SealedSecret } from '../webhooks/secret-item.ts';
import { keyItemOf, type Partner } from './item.ts';

export interface NewPartner {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** How many lines the partner may have; no limit when absent. */
  readonly quota?: number | undefined;
}

interface Deps {
  readonly table: Table;
  /** Makes an encrypted signing secret for the partner. */
  readonly issueSecret: (partnerId: string) => Promise<SealedSecret>;
  readonly nowMs: () => number;
  /** Makes the entry of the audit trail that is stored in the same transaction. */
  readonly entry?: (partnerId: string) => Promise<Write>;
}

/**
 * Creates the partner with its registry entry, API key and signing secret: all of them or none. Returns the key in
 * clear text. The table does not have the key, so no other response can show it.
 */
export async function createPartner(
  { table, issueSecret, nowMs, entry }: Deps,
  { name, scopes, quota }: NewPartner,
): Promise<{ partner: Partner; apiKey: string }> {
  const partnerId = newPartnerId(nowMs());
  const { apiKey, ...key } = newApiKey();
  const createdAt = new Date(nowMs()).toISOString();
  const partner: Partner = {
    partnerId,
    name,
    scopes: [...scopes],
    state: 'active',
    lineCount: 0,
    ...key,
    keyState: 'active',
    createdAt,
    ...(quota === undefined ? {} : { quota }),
  };
  const auditEntry = await entry?.(partnerId);
  const secret = await issueSecret(partnerId);
  const item = { ...keys.partner(partnerId), ...partner };
  await withConflictRetries(async () => {
    const cancelled = await transact(table, {
      partner: put(item, { condition: isNew }),
      registryEntry: put({ ...keys.registryEntry(partnerId), partnerId, name, createdAt }, { condition: isNew }),
      key: put({ ...keys.apiKey(key.keyHash), ...keyItemOf(partner) }, { condition: isNew }),
      secret: put({ ...keys.secret(partnerId), ...secret }, { condition: isNew }),
      entry: auditEntry,
    });
    if (!cancelled || isAlreadyWritten(item, cancelled.partner)) return;
    throwIfContended(cancelled);
    throw new Error('A partner with this new id or key already exists');
  }, table.pacing);
  return { partner, apiKey };
}
