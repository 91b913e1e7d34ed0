import * as z from 'zod';
import { isExpired } from '../../shared/domain/calls/expiry.ts';
import {
  GIVEN_UP_STATUSES,
  isReplayable,
  REPLAY_PACE,
  REPLAYABLE_STATUSES,
  type ReplayObstacle,
  replayObstacle,
} from '../../shared/domain/deliveries/replay-policy.ts';
import type { DeliveryItem } from '../../shared/store/deliveries/item.ts';
import { Problem } from '../../tooling/command-line/problem.ts';
import { endingOfChange, withAuditEntry } from '../audit/with-audit-entry.ts';
import { type ChangingTarget, defineCommand, sharedOptions } from '../command.ts';
import { replayDeliveries } from '../deliveries/replay.ts';
import { isoTime, isoTimeOrNull } from '../iso-time.ts';
import type { UnreadableDelivery } from '../records/deliveries-in-range.ts';
import { existingDelivery, listDeliveries } from '../records/delivery-queries.ts';
import { existingPartner } from '../records/partner-changes.ts';
import type { Target } from '../target.ts';

const DEFAULT_STATUSES = GIVEN_UP_STATUSES.join(' and ');
const ANY_STATUS = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(REPLAYABLE_STATUSES);

const replayOptions = z
  .object({
    call: sharedOptions.call.optional().describe('call id'),
    partner: sharedOptions.partner.optional().describe('partner id'),
    since: sharedOptions.since
      .optional()
      .describe('only calls recorded at or after this time, such as 2026-11-21T10:00:00Z'),
    until: sharedOptions.since.optional().describe('only deliveries that had ended by this time; default: now'),
    status: z
      .enum(REPLAYABLE_STATUSES)
      .optional()
      .describe(`${REPLAYABLE_STATUSES.join(', ')}; default: ${DEFAULT_STATUSES}`),
    expect: z
      .string()
      .regex(/^\d{1,9}$/, 'must be a whole number')
      .transform(Number)
      .optional()
      .describe('how many deliveries a dry run has counted; if the number has changed, nothing is sent'),
    dryRun: z.boolean().default(false).describe('only count the deliveries; send nothing'),
  })
  .refine(
    ({ call, partner, since, until, status }) =>
      call === undefined
        ? partner !== undefined && since !== undefined
        : partner === undefined && (since ?? until ?? status) === undefined,
    { message: 'give either --call, or --partner with --since' },
  );

export const REPLAY_COMMANDS = {
  'delivery replay': defineCommand({
    summary: `Start a new round of attempts for ${ANY_STATUS} deliveries, at most ${REPLAY_PACE}`,
    options: replayOptions,
    changes: async (target, options) => {
      const problems: string[] = [];
      const matching = await matchingDeliveries(target, options, ({ message }) => problems.push(message));
      const matched = matching.length;
      const { expect: expected = matched } = options;
      if (matched !== expected)
        throw new Problem(`${matched} deliveries match now, not ${expected}. Nothing was sent. Count them again.`);
      if (!options.dryRun) {
        const replayed = await replayMatchingDeliveries(target, options, matching);
        const warnings = target.watch?.isStopped() ? [] : leftOutSentences(matched - replayed);
        return { value: { matched, replayed }, warnings, problems };
      }
      const since = options.since === undefined ? '' : ` (of calls recorded since ${isoTime(options.since)})`;
      const readable = [`Deliveries that would be replayed: ${matched}${since}. Nothing was sent.`];
      return { value: { matched, replayed: 0 }, readable, problems };
    },
  }),
};

const leftOutSentences = (count: number) =>
  count === 0
    ? []
    : [
        `Deliveries left out: ${count}. They changed after they were counted, for example because another replay had sent them.`,
      ];

/** Replays deliveries, with one entry in the audit trail. */
function replayMatchingDeliveries(
  target: ChangingTarget,
  { call, partner, since, until, status }: z.output<typeof replayOptions>,
  matching: readonly DeliveryItem[],
): Promise<number> {
  const [on, which] =
    call === undefined
      ? [
          `partner ${partner}`,
          ` (${status ?? DEFAULT_STATUSES}, since ${isoTimeOrNull(since)}${until === undefined ? '' : `, until ${isoTime(until)}`})`,
        ]
      : [`call ${call}`, ''];
  return withAuditEntry(
    target,
    { target: on, partnerId: partner ?? matching[0]?.partnerId },
    () => replayDeliveries(target, matching, target.watch),
    (replayed) => endingOfChange(true, `${replayed} of ${matching.length} deliveries replayed${which}`),
  );
}

const WHY_NOT: Readonly<Record<ReplayObstacle, (row: DeliveryItem) => string>> = {
  'call deleted': ({ callId }) => `The call ${callId} was deleted, so its delivery cannot be replayed.`,
  'call expired': ({ callId }) => `The call ${callId} has expired, so its delivery cannot be replayed.`,
  status: ({ callId, status }) => `The delivery of ${callId} is ${status} and cannot be replayed.`,
};

/** Returns the end of the last attempt. Without an attempt, returns the time when the call was stored. */
const endedAtMs = ({ log, storedAtMs }: DeliveryItem) => {
  const last = log.at(-1);
  return last === undefined ? storedAtMs : last.atMs + last.durationMs;
};

async function matchingDeliveries(
  { table, nowMs }: Pick<Target, 'table' | 'nowMs'>,
  { call, partner = '', since, until = Number.POSITIVE_INFINITY, status }: z.output<typeof replayOptions>,
  onUnreadable: (row: UnreadableDelivery) => void,
): Promise<DeliveryItem[]> {
  if (call !== undefined) {
    const row = await existingDelivery(table, call);
    const obstacle = replayObstacle(row, isExpired(row.callExpiresAtUnixSeconds, nowMs()));
    if (obstacle) throw new Problem(WHY_NOT[obstacle](row));
    return [row];
  }
  await existingPartner(table, partner);
  const wanted = status === undefined ? GIVEN_UP_STATUSES : [status];
  const matches = (row: DeliveryItem) =>
    wanted.some((one) => one === row.status) && endedAtMs(row) <= until && isReplayable(row, nowMs());
  return listDeliveries(table, partner, { sinceMs: since, matches, onUnreadable });
}
