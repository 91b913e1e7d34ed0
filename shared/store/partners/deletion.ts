import * as z from 'zod/mini';
import type { Table } from '../table/connect.ts';
import { findItem } from '../table/find-item.ts';
import { keys } from '../table/keys.ts';
import { put, remove, throwIfContended, transact, update, withConflictRetries } from '../table/transactions.ts';
import { changePartner } from './changes.ts';
import type { Partner } from './item.ts';

/**
 * First step of deleting a partner. In one transaction, suspends the partner, revokes its key, and stores that the
 * partner was deleted. The deletion cannot be undone. Returns undefined if there is no such partner.
 */
export const beginDeletion = (table: Table, partnerId: string, deletedAt: string): Promise<Partner | undefined> => {
  const deleted = update(keys.deletedPartner(partnerId), {
    update: 'SET #partnerId = :partnerId, #deletedAt = if_not_exists(#deletedAt, :deletedAt)',
    values: { ':partnerId': partnerId, ':deletedAt': deletedAt },
  });
  const ended = (partner: Partner): Partner => ({ ...partner, state: 'suspended', keyState: 'revoked' });
  return changePartner(table, { partnerId, entry: deleted }, ended);
};

/** Deletes a released line, its settings and its item `owner`. Writes an item which says that the line existed. */
export const deleteLine = (table: Table, { tenantId, partnerId }: DeletedLine): Promise<void> =>
  withConflictRetries(async () => {
    const cancelled = await transact(table, {
      line: remove(keys.line(tenantId), {
        condition: { released: 'attribute_not_exists(PK) OR attribute_exists(#releasedBy)' },
      }),
      agent: remove(keys.agent(tenantId)),
      owner: remove(keys.owner(tenantId)),
      deleted: put({ ...keys.deletedLine(tenantId), tenantId, partnerId }),
    });
    if (!cancelled) return;
    throwIfContended(cancelled);
    throw new Error('Only a released line can be deleted');
  }, table.pacing);

/** Deletes a partner's own item, key, registry entry, webhook and secrets, once its lines and calls are deleted. */
export const endDeletion = (table: Table, { partnerId, keyHash }: Partner): Promise<void> =>
  withConflictRetries(async () => {
    const cancelled = await transact(table, {
      partner: remove(keys.partner(partnerId)),
      key: remove(keys.apiKey(keyHash)),
      registryEntry: remove(keys.registryEntry(partnerId)),
      webhook: remove(keys.webhook(partnerId)),
      secret: remove(keys.secret(partnerId)),
      waitingSecret: remove(keys.waitingSecret(partnerId)),
    });
    if (cancelled) throwIfContended(cancelled);
  }, table.pacing);

/**
 * The stored shape of a deleted partner: only its id and the time of the deletion. The item is written when the
 * deletion begins, so that the restore of a table leaves out everything of the partner.
 */
export const deletedPartner = z.object({ partnerId: z.string(), deletedAt: z.string() });

/** The stored shape of a line of a deleted partner, from which the voice platform learns that the line existed. */
export const deletedLine = z.object({ tenantId: z.string(), partnerId: z.string() });
export type DeletedLine = z.output<typeof deletedLine>;

/** Reads the item that marks a partner as deleted, or as being deleted. */
export const findDeletedPartner = (table: Table, partnerId: string) =>
  findItem(table, keys.deletedPartner(partnerId), deletedPartner);
