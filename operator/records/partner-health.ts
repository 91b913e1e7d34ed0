import { hasDelivered } from '../../shared/domain/deliveries/attempt-log.ts';
import { type Health, healthStateOf, isFailing } from '../../shared/domain/partners/health.ts';
import type { AttemptLogEntry } from '../../shared/store/deliveries/item.ts';
import { healthStore } from '../../shared/store/partners/health.ts';
import type { Partner } from '../../shared/store/partners/item.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import { recordedSortKeyFrom } from '../../shared/store/table/keys.ts';
import { isoTimeOrNull } from '../iso-time.ts';
import { mapInParallel } from '../map-in-parallel.ts';
import { deliveriesInRange, UnreadableDelivery } from './deliveries-in-range.ts';

const PARTNERS_AT_A_TIME = 8;

export async function findHealthOfPartners(table: Table, partners: readonly Partner[], nowMs: number) {
  const healthOf = await healthStore(table).of(partners.map(({ partnerId }) => partnerId));
  return mapInParallel(partners, PARTNERS_AT_A_TIME, async (partner) => ({
    partner,
    health: await describeHealth(table, partner, healthOf(partner.partnerId), nowMs),
  }));
}

/** Returns the ids of the failing partners. Reads one small item for each partner. */
export async function findFailingPartners(table: Table, partnerIds: readonly string[]): Promise<string[]> {
  const healthOf = await healthStore(table).of(partnerIds);
  return partnerIds.filter((partnerId) => isFailing(healthOf(partnerId)));
}

async function describeHealth(table: Table, { partnerId, name }: Partner, health: Health, nowMs: number) {
  const { failures = 0, runSinceMs, outageSinceMs } = health;
  // Nothing was delivered since the run of failures began, so the search starts before the run.
  const last = await findLastSuccess(table, partnerId, runSinceMs ?? nowMs);
  const lastDeliveredAtMs = last && last.atMs + last.durationMs;
  return {
    partnerId,
    name,
    state: healthStateOf(health, lastDeliveredAtMs, nowMs),
    failingSince: isFailing(health) ? isoTimeOrNull(outageSinceMs) : null,
    lastDeliveredAt: isoTimeOrNull(lastDeliveredAtMs),
    consecutiveFailures: failures,
    lastOutcome: (runSinceMs === undefined ? last?.outcome : health.lastOutcome) ?? null,
  };
}

/** How many deliveries are read at a time. */
const CHUNK = 25;
/** How many deliveries to search for a success. A partner whose deliveries were all skipped has no success. */
const LOOKED_AT_MOST = 500;

/**
 * Finds the last success among the newest calls. Can miss a later success of an older call, such as the success of a
 * replay.
 */
async function findLastSuccess(table: Table, partnerId: string, untilMs: number): Promise<AttemptLogEntry | undefined> {
  const range = { until: recordedSortKeyFrom(untilMs + 1), newestFirst: true, pageSize: CHUNK };
  let lookedAt = 0;
  for await (const chunk of deliveriesInRange(table, partnerId, range)) {
    const successes = chunk.flatMap(({ row }) =>
      row instanceof UnreadableDelivery ? [] : row.log.filter(hasDelivered),
    );
    if (successes.length > 0) return successes.reduce((one, other) => (one.atMs < other.atMs ? other : one));
    lookedAt += chunk.length;
    if (lookedAt >= LOOKED_AT_MOST) return undefined;
  }
  return undefined;
}
