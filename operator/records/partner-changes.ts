import type { PartnerState } from '../../shared/contract/partner.ts';
import { newApiKey } from '../../shared/domain/partners/api-key.ts';
import { keyItemOf, type Partner } from '../../shared/store/partners/item.ts';
import { findPartner } from '../../shared/store/partners/partners.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import { isNew } from '../../shared/store/table/expression.ts';
import { keys } from '../../shared/store/table/keys.ts';
import { Contention, put, remove, throwIfContended, transact, update } from '../../shared/store/table/transactions.ts';
import { Problem } from '../../tooling/command-line/problem.ts';
import { type Change, onPartner } from '../audit/entry.ts';
import { withEntry } from '../audit/with-entry.ts';

const exists = { exists: 'attribute_exists(PK)' };
const unknown = (partnerId: string) => new Problem(`There is no partner ${partnerId}.`);

/** Returns the partner. Throws a Problem if there is none. */
export async function existingPartner(table: Table, partnerId: string): Promise<Partner> {
  const partner = await findPartner(table, partnerId);
  if (!partner) throw unknown(partnerId);
  return partner;
}

/** Suspends or activates a partner. A partner that is already in that state stays as it is. */
export const setPartnerState = (by: Change, partnerId: string, state: PartnerState) =>
  changePartner(by, partnerId, (partner) => ({ ...partner, state }));

/** Revokes the key. From now on, requests with it get 401. */
export const revokeKey = (by: Change, partnerId: string) =>
  changePartner(by, partnerId, (partner) => ({ ...partner, keyState: 'revoked' }));

/**
 * Issues a new key and returns it in clear text, only this once. The old key ends at the same moment: a partner never
 * has two keys.
 */
export async function rotateKey(by: Change, partnerId: string): Promise<{ partner: Partner; apiKey: string }> {
  const { apiKey, ...key } = newApiKey();
  const partner = await changePartner(by, partnerId, (before) => ({ ...before, ...key, keyState: 'active' }));
  return { partner, apiKey };
}

/** Sets the quota, or removes it if `quota` is undefined. Lines above a lowered quota stay; new lines are rejected. */
export const setQuota = (by: Change, partnerId: string, quota: number | undefined): Promise<Partner> =>
  changeAlone(by, partnerId, {
    update: quota === undefined ? 'REMOVE #quota' : 'SET #quota = :quota',
    values: { ':quota': quota },
    outcome: `quota: ${quota ?? 'none'}`,
  });

/**
 * Stores whom to write to about the partner, or removes the address if `email` is undefined. The audit trail outlives a
 * removed address, so it does not have the address.
 */
export const setContact = (by: Change, partnerId: string, email: string | undefined): Promise<Partner> =>
  changeAlone(by, partnerId, {
    update: email === undefined ? 'REMOVE #contact' : 'SET #contact = :email',
    values: { ':email': email },
    outcome: `contact: ${email === undefined ? 'none' : 'stored'}`,
  });

interface FieldChange {
  readonly update: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly outcome: string;
}

/** Changes a field that only the partner's own item has. */
async function changeAlone(by: Change, partnerId: string, { outcome, ...parts }: FieldChange): Promise<Partner> {
  await withEntry(by, async (entry) => {
    const cancelled = await transact(by.table, {
      partner: update(keys.partner(partnerId), { ...parts, condition: exists }),
      entry: entry({ ...onPartner(partnerId), outcome }),
    });
    if (!cancelled) return;
    throwIfContended(cancelled);
    throw unknown(partnerId);
  });
  return existingPartner(by.table, partnerId);
}

/**
 * The only way to change a partner's fields that are also stored in its key item. One transaction writes the partner
 * and its key item, on condition that the partner has not changed since it was read. So the authorizer never sees the
 * two items disagree.
 */
const changePartner = (by: Change, partnerId: string, edit: (partner: Partner) => Partner): Promise<Partner> =>
  withEntry(by, async (entry) => {
    const before = await existingPartner(by.table, partnerId);
    const after = edit(before);
    const cancelled = await transact(by.table, {
      partner: partnerWrite(before, after),
      ...keyWrites(before, after),
      entry: entry(onPartner(partnerId)),
    });
    if (cancelled) throw new Contention(Object.keys(cancelled));
    return after;
  });

/**
 * The current key's item needs no condition: the condition on the partner covers both items, because they are only ever
 * written together.
 */
function keyWrites(before: Partner, after: Partner): Record<string, ReturnType<typeof put>> {
  const key = { ...keys.apiKey(after.keyHash), ...keyItemOf(after) };
  if (before.keyHash === after.keyHash) return { key: put(key) };
  return {
    key: put(key, { condition: isNew }),
    oldKey: remove(keys.apiKey(before.keyHash)),
  };
}

const partnerWrite = (before: Partner, after: Partner) =>
  update(keys.partner(before.partnerId), {
    update: 'SET #state = :state, #keyHash = :keyHash, #keyPrefix = :keyPrefix, #keyState = :keyState',
    condition: {
      stateAsRead: '#state = :readState',
      keyAsRead: '#keyHash = :readKeyHash',
      keyStateAsRead: '#keyState = :readKeyState',
    },
    values: {
      ':state': after.state,
      ':keyHash': after.keyHash,
      ':keyPrefix': after.keyPrefix,
      ':keyState': after.keyState,
      ':readState': before.state,
      ':readKeyHash': before.keyHash,
      ':readKeyState': before.keyState,
    },
  });
