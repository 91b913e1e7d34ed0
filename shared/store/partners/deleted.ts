import * as z from 'zod/mini';
import type { Table } from '../table/connect.ts';
import { findItem } from '../table/find-item.ts';
import { keys } from '../table/keys.ts';

/**
 * What stays of a deleted partner: the fact that it was deleted. It is written when the deletion begins. A restored
 * table never brings back anything of such a partner.
 */
export const deletedPartner = z.object({ partnerId: z.string(), deletedAt: z.string() });

/** What stays of each line of a deleted partner, so that the voice platform learns that the line existed. */
export const deletedLine = z.object({ tenantId: z.string(), partnerId: z.string() });
export type DeletedLine = z.output<typeof deletedLine>;

/** Reads that a partner was deleted, or that its deletion has begun. Undefined for every other partner. */
export const findDeletedPartner = (table: Table, partnerId: string) =>
  findItem(table, keys.deletedPartner(partnerId), deletedPartner);
