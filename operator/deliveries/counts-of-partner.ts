import type { DeliveryStatus } from '../../shared/domain/deliveries/delivery.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import { COUNTED_PERIODS, type CountedBy } from '../console/protocol/limits.ts';
import { isoTime } from '../iso-time.ts';
import { newestDeliveries } from './newest-deliveries.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PERIOD_MS = { day: DAY_MS, hour: HOUR_MS } as const;

/**
 * By default, at most this many deliveries are counted. Counting reads rows, because no index or metric has all statuses
 * of a partner's deliveries.
 */
const COUNTED_MOST = 1_000;

interface Wanted {
  readonly by: CountedBy;
  readonly nowMs: number;
  readonly most?: number;
}

/**
 * Counts the deliveries of a partner by status, for each day or hour. If there are more than `most` deliveries, the
 * first period may be incomplete, and earlier periods may be missing.
 */
export async function countDeliveries(table: Table, partnerId: string, { by, nowMs, most = COUNTED_MOST }: Wanted) {
  const ms = PERIOD_MS[by];
  const periodOf = (timeMs: number) => Math.floor(timeMs / ms);
  const last = periodOf(nowMs);
  const sinceMs = (last - COUNTED_PERIODS[by] + 1) * ms;
  const { rows, unreadable, next } = await newestDeliveries(table, { partnerId, sinceMs, limit: most });
  const isCutShort = next !== undefined;
  const first = periodOf(isCutShort ? (rows.at(-1)?.storedAtMs ?? sinceMs) : sinceMs);
  const inPeriods = Object.groupBy(rows, ({ storedAtMs }) => periodOf(storedAtMs));
  const counts = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => {
    const found = inPeriods[first + at] ?? [];
    const countOf = (wanted: DeliveryStatus) => found.filter(({ status }) => status === wanted).length;
    return {
      since: isoTime((first + at) * ms),
      pending: countOf('pending'),
      delivered: countOf('delivered'),
      refused: countOf('refused'),
      dead: countOf('dead'),
      skipped: countOf('skipped'),
    };
  });
  return { counts, isCutShort, problems: unreadable.map(({ message }) => message) };
}
