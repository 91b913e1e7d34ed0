import * as z from 'zod/mini';
import {
  type Lane,
  type LaneMarks,
  laneForMarks,
  PROLONGED_AFTER_SHARE,
  type Reason,
} from '../../domain/deliveries/lane.ts';
import { batchGet } from '../table/batch-get.ts';
import type { Table } from '../table/connect.ts';
import { keys } from '../table/keys.ts';
import { lenient } from '../table/lenient-schema.ts';
import { updateItem } from '../table/update-item.ts';

/** The stored marks of a partner: until when its wake-ups use the slow or the hung lane. */
export const laneItem = z.object({ slowUntilMs: z.optional(z.int()), hungUntilMs: z.optional(z.int()) });

/** Marks only choose the queue. So an item in an unknown format is ignored, and delays no delivery. */
const lenientItem = lenient(laneItem, {});

export function laneMarksOf(item: unknown): LaneMarks {
  const { slowUntilMs = 0, hungUntilMs = 0 }: z.infer<typeof laneItem> = lenientItem.parse(item);
  return { slow: slowUntilMs, hung: hungUntilMs };
}

/** The update that marks a partner for a lane. It fails if the partner has a mark that ends after `:longEnoughMs`. */
const WRITES = {
  slow: {
    update: 'SET #slowUntilMs = :untilMs',
    condition: { notSlowForLong: 'attribute_not_exists(#slowUntilMs) OR #slowUntilMs <= :longEnoughMs' },
  },
  hung: {
    update: 'SET #hungUntilMs = :untilMs',
    condition: { notHungForLong: 'attribute_not_exists(#hungUntilMs) OR #hungUntilMs <= :longEnoughMs' },
  },
};

export type LaneStore = ReturnType<typeof laneStore>;

/** Reads and writes the marks that decide which lane a partner's deliveries take. */
export const laneStore = (table: Table) => ({
  async of(partnerIds: readonly string[], nowMs: number): Promise<(partnerId: string) => Lane> {
    const itemAt = await batchGet(table, partnerIds.map(keys.lane));
    return (partnerId) => laneForMarks(laneMarksOf(itemAt(keys.lane(partnerId))), nowMs);
  },

  async marksOf(partnerId: string): Promise<LaneMarks> {
    const itemAt = await batchGet(table, [keys.lane(partnerId)]);
    return laneMarksOf(itemAt(keys.lane(partnerId)));
  },

  /**
   * Marks the partner for the lane and the time in `Reason`. Writes nothing if an existing mark for that lane lasts
   * about as long or longer. Returns all marks of the partner as they are now.
   */
  async mark(partnerId: string, { lane, forMs }: Reason, nowMs: number): Promise<LaneMarks> {
    const untilMs = nowMs + forMs;
    const { item } = await updateItem(table, keys.lane(partnerId), {
      ...WRITES[lane],
      values: { ':untilMs': untilMs, ':longEnoughMs': untilMs - forMs * PROLONGED_AFTER_SHARE },
    });
    return laneMarksOf(item);
  },
});
