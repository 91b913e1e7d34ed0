import * as z from 'zod/mini';
import { type Lane, laneAt, MARKED_EVERY_MS, SLOW_FOR_MS } from '../../domain/deliveries/lane.ts';
import { batchGet } from '../table/batch-get.ts';
import type { Table } from '../table/connect.ts';
import { keys } from '../table/keys.ts';
import { lenient } from '../table/lenient.ts';
import { updateItem } from '../table/update-item.ts';

/** The stored mark of a partner whose attempts are slow. */
export const laneItem = z.object({ slowUntilMs: z.int(), markedAtMs: z.int() });

/**
 * The mark, as deliveries read it. It only chooses the queue, so a mark in an unknown format is ignored and delays no
 * delivery.
 */
export const laneMark = lenient(laneItem, undefined);

export type LaneStore = ReturnType<typeof laneStore>;

/** Reads and writes which lane a partner's deliveries take. */
export const laneStore = (table: Table) => ({
  /** Reads the current lanes of the given partners and returns a look-up by partner id. */
  async of(partnerIds: readonly string[], nowMs: number): Promise<(partnerId: string) => Lane> {
    const itemAt = await batchGet(table, partnerIds.map(keys.lane));
    return (partnerId) => laneAt(laneMark.parse(itemAt(keys.lane(partnerId)))?.slowUntilMs, nowMs);
  },

  /**
   * Moves the partner to the slow lane for `SLOW_FOR_MS`. Writes nothing if the mark is younger than `MARKED_EVERY_MS`.
   */
  async markSlow(partnerId: string, nowMs: number): Promise<void> {
    await updateItem(table, keys.lane(partnerId), {
      update: 'SET #slowUntilMs = :slowUntilMs, #markedAtMs = :nowMs',
      condition: { notJustMarked: 'attribute_not_exists(#markedAtMs) OR #markedAtMs <= :markedBeforeMs' },
      values: { ':slowUntilMs': nowMs + SLOW_FOR_MS, ':nowMs': nowMs, ':markedBeforeMs': nowMs - MARKED_EVERY_MS },
    });
  },
});
