import type { PartnerState } from '../../shared/contract/partner.ts';
import { newApiKey } from '../../shared/domain/partners/api-key.ts';
import * as store from '../../shared/store/partners/changes.ts';
import { findDeletedPartner } from '../../shared/store/partners/deletion.ts';
import type { Partner } from '../../shared/store/partners/item.ts';
import { findPartner } from '../../shared/store/partners/partners.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import { Problem } from '../../tooling/command-line/problem.ts';
import { auditEntryWrite, type Change, partnerSubject } from '../audit/entry.ts';

/** Returns the partner. Throws a Problem if there is no such partner. */
export const existingPartner = async (table: Table, partnerId: string): Promise<Partner> =>
  requirePartner(await findPartner(table, partnerId), partnerId);

/** Throws a Problem if this partner never existed. A partner that was deleted has existed. */
export async function requirePartnerEverExisted(table: Table, partnerId: string): Promise<void> {
  const [partner, deleted] = await Promise.all([findPartner(table, partnerId), findDeletedPartner(table, partnerId)]);
  if (!deleted) requirePartner(partner, partnerId);
}

function requirePartner(partner: Partner | undefined, partnerId: string): Partner {
  if (!partner) throw new Problem(`There is no partner ${partnerId}.`);
  return partner;
}

/** Throws a Problem if the deletion of the partner has begun. */
export async function rejectDeletedPartner(table: Table, partnerId: string): Promise<void> {
  if (await findDeletedPartner(table, partnerId))
    throw new Problem(
      `Partner ${partnerId} is deleted, or its deletion has begun. To complete it, run: partner delete`,
    );
}

/** Returns the changed partner. If there was no partner to change, throws a Problem that says why. */
async function requireChangedPartner(
  { table }: Change,
  partnerId: string,
  partner: Partner | undefined,
): Promise<Partner> {
  if (!partner) await rejectDeletedPartner(table, partnerId);
  return requirePartner(partner, partnerId);
}

/** Suspends or activates a partner. A partner that is already in that state stays as it is. */
export const setPartnerState = async (by: Change, partnerId: string, state: PartnerState): Promise<Partner> =>
  requireChangedPartner(
    by,
    partnerId,
    await store.setPartnerState(by.table, await partnerIdWithEntry(by, partnerId), state),
  );

/** Revokes the API key of a partner. Later requests with this key get 401. */
export const revokeKey = async (by: Change, partnerId: string): Promise<Partner> =>
  requireChangedPartner(by, partnerId, await store.revokeKey(by.table, await partnerIdWithEntry(by, partnerId)));

/** Revokes the old key at the same moment. The returned key is in clear text, which is not stored. */
export async function rotateKey(by: Change, partnerId: string): Promise<{ partner: Partner; apiKey: string }> {
  const { apiKey, ...key } = newApiKey();
  const partner = await store.replaceKey(by.table, await partnerIdWithEntry(by, partnerId), key);
  return { partner: await requireChangedPartner(by, partnerId, partner), apiKey };
}

/** The audit trail can outlive the partner, so the entry has the scopes, but not the name. */
export async function setNameAndScopes(by: Change, partnerId: string, about: store.NameAndScopes): Promise<Partner> {
  const { name, scopes } = about;
  const outcome = [
    ...(name === undefined ? [] : ['name: changed']),
    ...(scopes ? [`scopes: ${scopes.join(',')}`] : []),
  ];
  const which = await partnerIdWithEntry(by, partnerId, outcome.join('; '));
  return requireChangedPartner(by, partnerId, await store.setNameAndScopes(by.table, which, about));
}

/** Sets the quota, or removes it if `quota` is undefined. */
export async function setQuota(by: Change, partnerId: string, quota: number | undefined): Promise<Partner> {
  const which = await partnerIdWithEntry(by, partnerId, `quota: ${quota ?? 'none'}`);
  return requireChangedPartner(by, partnerId, await store.setQuota(by.table, which, quota));
}

/** The audit trail can outlive the address, so the entry does not have it. */
export async function setContact(by: Change, partnerId: string, email: string | undefined): Promise<Partner> {
  const which = await partnerIdWithEntry(by, partnerId, `contact: ${email === undefined ? 'none' : 'stored'}`);
  return requireChangedPartner(by, partnerId, await store.setContact(by.table, which, email));
}

const partnerIdWithEntry = async (by: Change, partnerId: string, outcome?: string) => ({
  partnerId,
  entry: await auditEntryWrite(by, { ...partnerSubject(partnerId), outcome }),
});
