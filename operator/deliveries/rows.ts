import type { DeliveryItem } from '../../shared/store/deliveries/item.ts';

const iso = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());

/** What an operator sees of a delivery. Only a pending one has a next attempt. */
export const rowOf = ({ callId, tenantId, status, skipReason, attempts, nextAttemptAtMs }: DeliveryItem) => ({
  callId,
  tenantId,
  status,
  ...(skipReason === undefined ? {} : { reason: skipReason }),
  attempts,
  nextAttemptAt: status === 'pending' ? iso(nextAttemptAtMs) : null,
});

/** The same with every attempt that was noted. */
export const rowWithLog = (row: DeliveryItem) => ({
  ...rowOf(row),
  series: row.series,
  log: row.log.map(({ atMs, outcome, durationMs, nextAttemptAtMs, series }) => ({
    at: iso(atMs),
    outcome,
    durationMs,
    nextAttemptAt: iso(nextAttemptAtMs),
    ...(series === undefined ? {} : { series }),
  })),
});
