import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { type Health, type HealthState, isFailing, stateOf } from '../../shared/domain/partners/health.ts';
import { TABLE } from '../../shared/names/table.ts';
import { type AttemptLogEntry, deliveryItem } from '../../shared/store/deliveries/item.ts';
import { healthStore } from '../../shared/store/partners/health.ts';
import type { Partner } from '../../shared/store/partners/item.ts';
import { batchGetInOrder } from '../../shared/store/table/batch-get.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import { deliveriesOf, recordedFrom } from '../../shared/store/table/keys.ts';
import { inParallel } from '../in-parallel.ts';

/** What an operator sees of a partner's receiver. */
export interface ShownHealth {
  readonly partnerId: string;
  readonly name: string;
  readonly state: HealthState;
  readonly failingSince: string | null;
  readonly lastDeliveredAt: string | null;
  /** First attempts that failed since the last success. */
  readonly consecutiveFailures: number;
  readonly lastOutcome: string | null;
}

const PARTNERS_AT_A_TIME = 8;

/** Returns the health of the partners, in the same order. */
export async function healthOfAll(table: Table, partners: readonly Partner[], nowMs: number): Promise<ShownHealth[]> {
  const healthOf = await healthStore(table).of(partners.map(({ partnerId }) => partnerId));
  return inParallel(partners, PARTNERS_AT_A_TIME, (partner) =>
    shown(table, partner, healthOf(partner.partnerId), nowMs),
  );
}

/** Returns the health of the partners that are failing. */
export async function healthOfFailing(table: Table, partners: readonly Partner[], nowMs: number) {
  const healthOf = await healthStore(table).of(partners.map(({ partnerId }) => partnerId));
  const failing = partners.filter(({ partnerId }) => isFailing(healthOf(partnerId)));
  return healthOfAll(table, failing, nowMs);
}

async function shown(table: Table, { partnerId, name }: Partner, health: Health, nowMs: number): Promise<ShownHealth> {
  const { failures = 0, runSinceMs, outageSinceMs } = health;
  // Since the run of failures began, nothing was delivered, so the search begins before it.
  const last = await lastSuccess(table, partnerId, runSinceMs ?? nowMs);
  const lastDeliveredAtMs = last && last.atMs + last.durationMs;
  return {
    partnerId,
    name,
    state: stateOf(health, lastDeliveredAtMs, nowMs),
    failingSince: isFailing(health) ? iso(outageSinceMs) : null,
    lastDeliveredAt: iso(lastDeliveredAtMs),
    consecutiveFailures: failures,
    lastOutcome: (runSinceMs === undefined ? last?.outcome : health.lastOutcome) ?? null,
  };
}

const iso = (timeMs: number | undefined) => (timeMs === undefined ? null : new Date(timeMs).toISOString());

const indexed = z.object({ PK: z.string(), SK: z.string() });
const PAGE_SIZE = 25;

/**
 * Returns the latest successful attempt among the newest calls that have one. It does not see a later success of a much
 * older call, such as a replay.
 */
async function lastSuccess(table: Table, partnerId: string, untilMs: number): Promise<AttemptLogEntry | undefined> {
  const { name: IndexName, partitionKey, sortKey } = TABLE.partnerIndex;
  const pages = paginateQuery(
    { client: table.db, pageSize: PAGE_SIZE },
    {
      TableName: table.name,
      IndexName,
      KeyConditionExpression: `${partitionKey} = :partner AND ${sortKey} < :until`,
      ExpressionAttributeValues: { ':partner': deliveriesOf(partnerId), ':until': recordedFrom(untilMs + 1) },
      ScanIndexForward: false,
    },
  );
  for await (const { Items = [] } of pages) {
    const rows = await batchGetInOrder(table, z.array(indexed).parse(Items));
    const successes = rows.flatMap((row) => deliveryItem.safeParse(row).data?.log.filter(isSuccess) ?? []);
    if (successes.length > 0) return successes.reduce((one, other) => (one.atMs < other.atMs ? other : one));
  }
  return undefined;
}

const isSuccess = ({ outcome }: AttemptLogEntry) => outcome.startsWith('status 2');
