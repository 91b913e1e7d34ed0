import * as z from 'zod/mini';
import { type Lane, laneAt, MARKED_EVERY_MS, SLOW_FOR_MS } from '../../domain/deliveries/lane.ts';
import { batchGet } from '../table/batch-get.ts';
import type { Table } from '../table/connect.ts';
import { keys } from '../table/keys.ts';
import { lenient } from '../table/lenient.ts';
import { updateItem } from '../table/update-item.ts';

/** The stored mark of a partner whose attempts time out. */
export const laneItem = z.object({ slowUntilMs: z.int(), markedAtMs: z.int() });

/** The mark as it is read. It only chooses the queue: one of another version holds up no delivery. */
export const laneMark = lenient(laneItem, undefined);

export type LaneStore = ReturnType<typeof laneStore>;

/** Which queue a partner's deliveries take. */
export const laneStore = (table: Table) => ({
  /** The lanes of the given partners now. */
  async of(partnerIds: readonly string[], nowMs: number): Promise<(partnerId: string) => Lane> {
    const itemAt = await batchGet(table, partnerIds.map(keys.lane));
    return (partnerId) => laneAt(laneMark.parse(itemAt(keys.lane(partnerId)))?.slowUntilMs, nowMs);
  },

  /** Moves the partner to the slow lane for a while. A mark that is young enough stays as it is. */
  async markSlow(partnerId: string, nowMs: number): Promise<void> {
    await updateItem(table, keys.lane(partnerId), {
      update: 'SET #slowUntilMs = :slowUntilMs, #markedAtMs = :nowMs',
      condition: { notJustMarked: 'attribute_not_exists(#markedAtMs) OR #markedAtMs <= :markedBeforeMs' },
      values: { ':slowUntilMs': nowMs + SLOW_FOR_MS, ':nowMs': nowMs, ':markedBeforeMs': nowMs - MARKED_EVERY_MS },
    });
  },
});
