import { expiryOf, isExpired } from '../../shared/domain/calls/expiry.ts';
import { chunksOf } from '../../shared/domain/chunks.ts';
import { setExpiry } from '../../shared/store/calls/expiry.ts';
import type { DeliveryItem } from '../../shared/store/deliveries/item.ts';
import { listPartners } from '../../shared/store/partners/partners.ts';
import { Interrupted } from '../errors.ts';
import { MOST_REQUESTS_AT_A_TIME } from '../map-in-parallel.ts';
import type { UnreadableDelivery } from '../records/deliveries-in-range.ts';
import { deliveryPages } from '../records/delivery-queries.ts';
import type { Target } from '../target.ts';

/**
 * How many calls are changed per second, at most. A call of 2 KB costs six write units, and an on-demand table allows
 * `NEW_TABLE_UNITS.write` per second.
 */
export const CALLS_SHORTENED_PER_SECOND = 200;
const GAP_MS_A_CALL = 1_000 / CALLS_SHORTENED_PER_SECOND;

interface Wanted {
  readonly callsDays: number;
  readonly isDryRun: boolean;
  /** Reports a delivery that cannot be read. The expiry of its call does not change. */
  readonly onUnreadable: (row: UnreadableDelivery) => void;
}

/**
 * `found` counts the calls that are kept for longer than the stage's `callsDays`. `expired` counts the changed calls
 * that nobody can read any more. A dry run counts the found calls that nobody could read after the change.
 */
type Counts = Record<'found' | 'expired' | 'changed', number>;

/**
 * Sets an earlier expiry for calls that are kept for longer than `callsDays`. After a failure, a repeated command
 * changes the remaining expiries.
 */
export async function applyRetention(
  target: Pick<Target, 'table' | 'nowMs' | 'sleepMs'>,
  { callsDays, isDryRun, onUnreadable }: Wanted,
): Promise<Counts> {
  const counts: Counts = { found: 0, expired: 0, changed: 0 };
  try {
    for (const { partnerId } of await listPartners(target.table)) {
      for await (const page of deliveryPages(target.table, partnerId, { onUnreadable })) {
        const kept = page.filter((row) => isKeptLonger(row, callsDays));
        counts.found += kept.length;
        if (!isDryRun) await setExpiries(target, kept, callsDays, counts);
        else counts.expired += kept.filter((row) => isExpired(wantedExpiry(row, callsDays), target.nowMs())).length;
      }
    }
    return counts;
  } catch (error) {
    // Changes that were in progress when another change failed may have succeeded.
    throw new Interrupted(`calls changed so far: at least ${counts.changed}`, 'change the rest', error);
  }
}

const wantedExpiry = ({ storedAtMs }: DeliveryItem, callsDays: number) => expiryOf(storedAtMs, callsDays);

function isKeptLonger(row: DeliveryItem, callsDays: number): boolean {
  const { skipReason, callExpiresAtUnixSeconds = Number.POSITIVE_INFINITY } = row;
  return skipReason !== 'deleted' && callExpiresAtUnixSeconds > wantedExpiry(row, callsDays);
}

async function setExpiries(
  { table, nowMs, sleepMs }: Pick<Target, 'table' | 'nowMs' | 'sleepMs'>,
  kept: readonly DeliveryItem[],
  callsDays: number,
  counts: Counts,
): Promise<void> {
  for (const rows of chunksOf(kept, MOST_REQUESTS_AT_A_TIME)) {
    await Promise.all(
      rows.map(async (row) => {
        const expiry = wantedExpiry(row, callsDays);
        if (!(await setExpiry(table, row, expiry))) return;
        counts.changed += 1;
        if (isExpired(expiry, nowMs())) counts.expired += 1;
      }),
    );
    await sleepMs(rows.length * GAP_MS_A_CALL);
  }
}
