import type { PartnerState } from '../../shared/contract/partner.ts';
import { newApiKey } from '../../shared/domain/partners/api-key.ts';
import * as store from '../../shared/store/partners/changes.ts';
import { findDeletedPartner } from '../../shared/store/partners/deletion.ts';
import type { Partner } from '../../shared/store/partners/item.ts';
import { findPartner } from '../../shared/store/partners/partners.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import type { Write } from '../../shared/store/table/transactions.ts';
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

/**
 * Makes a change together with its entry in the audit trail. Returns the changed partner. If there was no partner to
 * change, throws a Problem that says why.
 */
async function changePartner(
  by: Change,
  partnerId: string,
  change: (which: { readonly partnerId: string; readonly entry: Write }) => Promise<Partner | undefined>,
  outcome?: string,
): Promise<Partner> {
  const entry = await auditEntryWrite(by, { ...partnerSubject(partnerId), outcome });
  const partner = await change({ partnerId, entry });
  if (!partner) await rejectDeletedPartner(by.table, partnerId);
  return requirePartner(partner, partnerId);
}

/** Suspends or activates a partner. A partner that is already in that state stays as it is. */
export const setPartnerState = (by: Change, partnerId: string, state: PartnerState): Promise<Partner> =>
  changePartner(by, partnerId, (which) => store.setPartnerState(by.table, which, state));

/** Revokes the API key of a partner. Later requests with this key get 401. */
export const revokeKey = (by: Change, partnerId: string): Promise<Partner> =>
  changePartner(by, partnerId, (which) => store.revokeKey(by.table, which));

/** Replaces the API key: the old key stops working at once. The returned key is in clear text, which is not stored. */
export async function rotateKey(by: Change, partnerId: string): Promise<{ partner: Partner; apiKey: string }> {
  const { apiKey, ...key } = newApiKey();
  const partner = await changePartner(by, partnerId, (which) => store.replaceKey(by.table, which, key));
  return { partner, apiKey };
}

/** The audit trail can outlive the partner, so the entry has the scopes, but not the name. */
export function setNameAndScopes(by: Change, partnerId: string, about: store.NameAndScopes): Promise<Partner> {
  const { name, scopes } = about;
  const outcome = [
    ...(name === undefined ? [] : ['name: changed']),
    ...(scopes ? [`scopes: ${scopes.join(',')}`] : []),
  ];
  return changePartner(by, partnerId, (which) => store.setNameAndScopes(by.table, which, about), outcome.join('; '));
}

/** Sets the quota, or removes it if `quota` is undefined. */
export const setQuota = (by: Change, partnerId: string, quota: number | undefined): Promise<Partner> =>
  changePartner(by, partnerId, (which) => store.setQuota(by.table, which, quota), `quota: ${quota ?? 'none'}`);

/** The audit entry leaves out the email address, because the entry can be kept for longer than the address. */
export function setContact(by: Change, partnerId: string, email: string | undefined): Promise<Partner> {
  const outcome = `contact: ${email === undefined ? 'none' : 'stored'}`;
  return changePartner(by, partnerId, (which) => store.setContact(by.table, which, email), outcome);
}
