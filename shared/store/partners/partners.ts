import type { Table } from '../table/connect.ts';
import { findItem } from '../table/find-item.ts';
import { keys } from '../table/keys.ts';
import { type Partner, partnerItem } from './item.ts';

export const findPartner = (table: Table, partnerId: string): Promise<Partner | undefined> =>
  findItem(table, keys.partner(partnerId), partnerItem);
