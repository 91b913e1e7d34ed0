import type { DeliveryItem } from '../../../shared/store/deliveries/item.ts';
import { createPartner } from '../../../shared/store/partners/creation.ts';
import type { Table } from '../../../shared/store/table/connect.ts';
import { START_MS } from '../../support/functions/deliveries.ts';

/** A few partners, lines and calls. There are so few that store calls affect each other. */
export interface World {
  readonly table: Table;
  readonly run: string;
  readonly partnerIds: readonly string[];
  nowMs: number;
  /** Delivery rows as they were read, and as they were claimed with a token. Both may be outdated. */
  readonly seen: Map<string, DeliveryItem>;
  readonly claimed: Map<string, { readonly row: DeliveryItem; readonly token: string }>;
}

/** The arguments of one store call (one operation of a store): numbers that pick its partner, line and phone call. */
export interface Choice {
  readonly partner: number;
  readonly line: number;
  readonly call: number;
  /** A number that decides everything else about the store call. */
  readonly dice: number;
  readonly isOdd: boolean;
}

export type StoreCall = (world: World, choice: Choice) => Promise<unknown>;

export { SWEEP_PERIOD_MS } from '../../../shared/domain/deliveries/sweep-period.ts';

export async function newWorld(table: Table, run: string): Promise<World> {
  const issueSecret = async () => ({ ciphertext: 'c2VhbGVk', hint: '00ff' });
  const deps = { table, issueSecret, nowMs: () => START_MS };
  const partnerIds = [];
  for (const quota of [2, undefined]) {
    partnerIds.push((await createPartner(deps, { name: 'Acme', scopes: ['tenants'], quota })).partner.partnerId);
  }
  return { table, run, partnerIds, nowMs: START_MS, seen: new Map(), claimed: new Map() };
}

/** Returns the ids for the numbers of a choice. Some combine a partner with the line of another. */
export const namesOf = ({ partnerIds, run }: World, { partner, line }: Choice) => ({
  partnerId: partnerIds[partner] ?? '',
  tenantId: `line-${run}-${line}`,
  externalId: `shop-${line % 2}`,
});
