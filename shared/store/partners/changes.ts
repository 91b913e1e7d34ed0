import type { PartnerState } from '../../contract/partner.ts';
import type { newApiKey } from '../../domain/partners/api-key.ts';
import type { Table } from '../table/connect.ts';
import { keys } from '../table/keys.ts';
import {
  Contention,
  check,
  throwIfContended,
  transact,
  update,
  type Write,
  withConflictRetries,
} from '../table/transactions.ts';
import { keyWrites } from './api-keys.ts';
import { keyItemOf, type Partner } from './item.ts';
import { findPartner } from './partners.ts';

/** The partner to change, and another write of the same transaction, usually the entry of the audit trail. */
interface Which {
  readonly partnerId: string;
  readonly entry: Write;
}

/**
 * The changed partner, or undefined if there is no such partner. With `notDeletedCheck`, a partner whose deletion has
 * begun counts as absent, so that it never gets a new key or becomes active again.
 */
type Changed = Promise<Partner | undefined>;

export const setPartnerState = (table: Table, which: Which, state: PartnerState): Changed =>
  changeExisting(table, which, (partner) => ({ ...partner, state }));

/** Revokes the API key of a partner. Requests with a revoked key are rejected. */
export const revokeKey = (table: Table, which: Which): Changed =>
  changeExisting(table, which, (partner) => ({ ...partner, keyState: 'revoked' }));

/** Replaces the API key of a partner. The old key stops working at the same moment. */
export const replaceKey = (table: Table, which: Which, key: Omit<ReturnType<typeof newApiKey>, 'apiKey'>): Changed =>
  changeExisting(table, which, (before) => ({ ...before, ...key, keyState: 'active' }));

/** The name of a partner and the scopes of its key. A field that is undefined keeps its value. */
export interface NameAndScopes {
  readonly name?: string | undefined;
  readonly scopes?: Partner['scopes'] | undefined;
}

/** Changes the name, the scopes or both of a partner. The changes apply from the partner's next request. */
export const setNameAndScopes = (table: Table, which: Which, { name, scopes }: NameAndScopes): Changed =>
  changeExisting(table, which, (before) => ({
    ...before,
    name: name ?? before.name,
    scopes: scopes ?? before.scopes,
  }));

/** Sets the quota, or removes it if `quota` is undefined. Lines above a lowered quota stay; new lines are rejected. */
export const setQuota = (table: Table, which: Which, quota: number | undefined): Changed =>
  changeOwnField(table, which, {
    update: quota === undefined ? 'REMOVE #quota' : 'SET #quota = :quota',
    values: { ':quota': quota },
  });

/** Stores the email address of the people to contact about the partner, or removes it if `email` is undefined. */
export const setContact = (table: Table, which: Which, email: string | undefined): Changed =>
  changeOwnField(table, which, {
    update: email === undefined ? 'REMOVE #contact' : 'SET #contact = :email',
    values: { ':email': email },
  });

interface FieldChange {
  readonly update: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Changes a field that is stored only in the partner's own item. */
const changeOwnField = (table: Table, { partnerId, entry }: Which, parts: FieldChange): Changed =>
  withConflictRetries(async () => {
    const partner = update(keys.partner(partnerId), { ...parts, condition: { exists: 'attribute_exists(PK)' } });
    const cancelled = await transact(table, { partner, entry, notDeleted: notDeletedCheck(partnerId) });
    if (cancelled) throwIfContended(cancelled);
    return cancelled ? undefined : findPartner(table, partnerId);
  }, table.pacing);

const notDeletedCheck = (partnerId: string) =>
  check(keys.deletedPartner(partnerId), { condition: { notDeleted: 'attribute_not_exists(PK)' } });

const changeExisting = (table: Table, which: Which, edit: (partner: Partner) => Partner): Changed =>
  changePartner(table, { ...which, notDeleted: notDeletedCheck(which.partnerId) }, edit);

/**
 * The only way to change a partner's fields that are also stored in its key item. One transaction writes the partner
 * and its key item, on condition that these fields have not changed since they were read. So the authorizer, which
 * reads only the key item, sees the partner's current fields.
 */
export const changePartner = (
  table: Table,
  { partnerId, entry, notDeleted }: Which & { readonly notDeleted?: Write },
  edit: (partner: Partner) => Partner,
): Changed =>
  withConflictRetries(async () => {
    const before = await findPartner(table, partnerId);
    if (!before) return undefined;
    const after = edit(before);
    const partner = partnerWrite(before, after);
    const cancelled = await transact(table, {
      partner,
      ...keyWrites(before.keyHash, after.keyHash, keyItemOf(after)),
      registryEntry: before.name === after.name ? undefined : registryWrite(after),
      entry,
      notDeleted,
    });
    if (cancelled?.['notDeleted']?.kind === 'conditionFailed') return undefined;
    if (cancelled) throw new Contention(Object.keys(cancelled));
    return after;
  }, table.pacing);

/** Returns the write of the partner's entry in the list of partners. The entry has a copy of the name. */
const registryWrite = ({ partnerId, name }: Partner) =>
  update(keys.registryEntry(partnerId), {
    update: 'SET #name = :name',
    condition: { exists: 'attribute_exists(PK)' },
    values: { ':name': name },
  });

const partnerWrite = (before: Partner, after: Partner) =>
  update(keys.partner(before.partnerId), {
    update:
      'SET #name = :name, #scopes = :scopes, #state = :state, #keyHash = :keyHash, #keyPrefix = :keyPrefix, #keyState = :keyState',
    condition: {
      nameAsRead: '#name = :readName',
      scopesAsRead: '#scopes = :readScopes',
      stateAsRead: '#state = :readState',
      keyAsRead: '#keyHash = :readKeyHash',
      keyStateAsRead: '#keyState = :readKeyState',
    },
    values: {
      ':name': after.name,
      ':scopes': after.scopes,
      ':readName': before.name,
      ':readScopes': before.scopes,
      ':state': after.state,
      ':keyHash': after.keyHash,
      ':keyPrefix': after.keyPrefix,
      ':keyState': after.keyState,
      ':readState': before.state,
      ':readKeyHash': before.keyHash,
      ':readKeyState': before.keyState,
    },
  });
