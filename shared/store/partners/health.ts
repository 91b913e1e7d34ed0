import * as z from 'zod/mini';
import { dueStateChange, type Health, type StateChange } from '../../domain/partners/health.ts';
import type { Notice } from '../../domain/partners/notice-message.ts';
import { batchGet } from '../table/batch-get.ts';
import type { Table } from '../table/connect.ts';
import { findItem } from '../table/find-item.ts';
import { keys } from '../table/keys.ts';
import { lenient } from '../table/lenient-schema.ts';
import { updateItem } from '../table/update-item.ts';

const notice = z.object({
  id: z.string(),
  state: z.enum(['failing', 'healthy']),
  sinceMs: z.int(),
  failures: z.int(),
  lastOutcome: z.string(),
  failingSinceMs: z.optional(z.int()),
});

export const healthItem = z.object({
  failures: z.optional(z.int()),
  runSinceMs: z.optional(z.int()),
  /**
   * When the request of the last noted failure was sent. Parallel failures may be noted in another order than their
   * requests were sent.
   */
  lastFailedAtMs: z.optional(z.int()),
  lastOutcome: z.optional(z.string()),
  outageSinceMs: z.optional(z.int()),
  recoveredAtMs: z.optional(z.int()),
  /** The token of the claim whose failure was noted last. */
  lastCounted: z.optional(z.string()),
  failureNotice: z.optional(notice),
  recoveryNotice: z.optional(notice),
});

/** Health does not affect deliveries, so an item in an unknown format counts as absent. */
const NOTHING: Health = {};
const lenientItem = lenient(healthItem, NOTHING);

export interface Failure {
  /** The token of the attempt's claim. No other attempt has this token. */
  readonly token: string;
  /** Whether the attempt is the first of its round. The count of failures includes only such attempts. */
  readonly isFirstOfRound: boolean;
  /** When the request of the attempt was sent. */
  readonly atMs: number;
  readonly outcome: string;
}

/** The writes of each change of health. A repeated write changes nothing. */
const CHANGES = {
  fail: {
    update: 'SET #outageSinceMs = :runSinceMs, #failureNotice = :notice REMOVE #recoveredAtMs',
    condition: { runGoesOn: '#runSinceMs = :runSinceMs', noOutage: 'attribute_not_exists(#outageSinceMs)' },
  },
  relapse: {
    update: 'REMOVE #recoveredAtMs',
    condition: { runGoesOn: '#runSinceMs = :runSinceMs', sameOutage: '#outageSinceMs = :outageSinceMs' },
  },
  recover: {
    update: 'SET #recoveryNotice = :notice REMOVE #outageSinceMs, #recoveredAtMs',
    condition: { stillRecovered: '#recoveredAtMs = :recoveredAtMs', noNewRun: 'attribute_not_exists(#runSinceMs)' },
  },
};

/** The writes that remove a notice after it was sent, unless a newer notice has replaced it. */
const SENT = {
  failing: { update: 'REMOVE #failureNotice', condition: { sameNotice: '#failureNotice.#id = :id' } },
  healthy: { update: 'REMOVE #recoveryNotice', condition: { sameNotice: '#recoveryNotice.#id = :id' } },
};

export type HealthStore = ReturnType<typeof healthStore>;

/** Reads and writes what is known about the receivers of partners. */
export const healthStore = (table: Table) => ({
  async of(partnerIds: readonly string[]): Promise<(partnerId: string) => Health> {
    const itemAt = await batchGet(table, partnerIds.map(keys.health));
    return (partnerId) => lenientItem.parse(itemAt(keys.health(partnerId)));
  },

  /**
   * Stores a failed attempt, counts it if it is the first of its round, and returns the health after it. Needs no read,
   * so parallel attempts do not disturb each other. A repeated write is not counted twice, unless another failed attempt
   * was stored in between. Ignores an attempt that was sent before the recovery.
   */
  async noteFailure(partnerId: string, { token, isFirstOfRound, atMs, outcome }: Failure): Promise<Health> {
    const { item } = await updateItem(table, keys.health(partnerId), {
      update:
        'SET #runSinceMs = if_not_exists(#runSinceMs, :atMs), #lastFailedAtMs = :atMs, #lastOutcome = :outcome, ' +
        '#lastCounted = :token ADD #failures :count',
      condition: {
        // The condition also holds if no failure of the partner was stored yet.
        notCounted: '#lastCounted <> :token',
        notBeforeRecovery: 'attribute_not_exists(#recoveredAtMs) OR #recoveredAtMs <= :atMs',
      },
      values: { ':atMs': atMs, ':outcome': outcome, ':token': token, ':count': isFirstOfRound ? 1 : 0 },
    });
    return lenientItem.parse(item);
  },

  /**
   * Ends the run of failures that began before the success, if there is one. Without such a run, this costs one read
   * and no write. Returns the health as it was before the success.
   */
  async noteSuccess(partnerId: string, atMs: number, outcome: string): Promise<Health> {
    const health = (await findItem(table, keys.health(partnerId), lenientItem)) ?? NOTHING;
    const { runSinceMs } = health;
    if (runSinceMs === undefined || runSinceMs > atMs) return health;
    await updateItem(table, keys.health(partnerId), {
      update: 'SET #recoveredAtMs = :atMs, #lastOutcome = :outcome REMOVE #failures, #runSinceMs',
      // A copy of this write that arrives late must not end a later run.
      condition: { sameRun: '#runSinceMs = :runSinceMs' },
      values: { ':atMs': atMs, ':outcome': outcome, ':runSinceMs': runSinceMs },
    });
    return health;
  },

  /**
   * Makes the change of health that is due, stores its notice with it, and returns the change. Returns `undefined` if
   * nothing is due, or if another invocation has changed the health in the meantime.
   */
  async makeDueChange(partnerId: string, health: Health, nowMs: number): Promise<StateChange | undefined> {
    const change = dueStateChange(partnerId, health, nowMs);
    if (change === undefined) return undefined;
    const { kind, ...about } = change;
    const values = Object.fromEntries(Object.entries(about).map(([name, value]) => [`:${name}`, value]));
    const written = await updateItem(table, keys.health(partnerId), { ...CHANGES[kind], values });
    return written.kind === 'written' ? change : undefined;
  },

  /** Removes a notice after it was sent. */
  async markSent(partnerId: string, { id, state }: Notice): Promise<void> {
    await updateItem(table, keys.health(partnerId), { ...SENT[state], values: { ':id': id } });
  },
});
