import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { type Lane, laneAt, MARKED_EVERY_MS, SLOW_FOR_MS } from '../domain/lane.ts';
import { batchGet, nameOf } from './batch-get.ts';
import type { Table } from './connect.ts';
import { expressions } from './expression.ts';
import { keys } from './keys.ts';

/** The stored mark of a partner whose attempts time out. */
export const laneItem = z.object({ slowUntilMs: z.int(), markedAtMs: z.int() });

export type LaneStore = ReturnType<typeof laneStore>;

/** Which queue a partner's deliveries take. */
export const laneStore = (table: Table) => ({
  /** The lanes of the given partners now. */
  async of(partnerIds: readonly string[], nowMs: number): Promise<(partnerId: string) => Lane> {
    const items = await batchGet(table, partnerIds.map(keys.lane));
    return (partnerId) => {
      const item = items.get(nameOf(keys.lane(partnerId)));
      return laneAt(item && laneItem.parse(item).slowUntilMs, nowMs);
    };
  },

  /** Moves the partner to the slow lane for a while. A mark that is young enough stays as it is. */
  async markSlow(partnerId: string, nowMs: number): Promise<void> {
    const write = new UpdateCommand({
      TableName: table.name,
      Key: keys.lane(partnerId),
      ...expressions({
        update: 'SET #slowUntilMs = :slowUntilMs, #markedAtMs = :nowMs',
        condition: { notJustMarked: 'attribute_not_exists(#markedAtMs) OR #markedAtMs <= :markedBeforeMs' },
        values: { ':slowUntilMs': nowMs + SLOW_FOR_MS, ':nowMs': nowMs, ':markedBeforeMs': nowMs - MARKED_EVERY_MS },
      }),
    });
    try {
      await table.db.send(write);
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    }
  },
});
