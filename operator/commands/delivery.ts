import * as z from 'zod';
import { DELIVERY_STATUSES, isReplayable, REPLAYABLE_STATUSES } from '../../shared/domain/deliveries/delivery.ts';
import type { DeliveryItem } from '../../shared/store/deliveries/item.ts';
import { Problem } from '../../tooling/command-line/problem.ts';
import { ending, recorded } from '../audit/recorded.ts';
import { type CallState, callStateOf } from '../calls/call-view.ts';
import { type ChangingTarget, type CommandResult, command, given } from '../command.ts';
import type { ListedDelivery } from '../console/protocol/values.ts';
import { COUNTED_PERIODS, countDeliveries } from '../deliveries/counts.ts';
import { newestDeliveries } from '../deliveries/newest.ts';
import { replay } from '../deliveries/replay.ts';
import { lastOutcomeOf, rowOf, rowWithLog } from '../deliveries/view.ts';
import { iso, isoOrNull } from '../iso.ts';
import { settledMinutes } from '../metrics/settled-minutes.ts';
import { existingDelivery, listDeliveries } from '../records/delivery-queries.ts';
import { existingPartner } from '../records/partner-changes.ts';
import type { UnreadableDelivery } from '../records/unreadable-delivery.ts';
import type { Target } from '../target.ts';

/**
 * The default statuses of a replay for a partner: deliveries that we gave up on. Skipped deliveries are left out,
 * because the service deliberately did not send them.
 */
const GIVEN_UP = ['dead', 'refused'];

const replayOptions = z
  .object({
    call: given.call.optional().describe('call id'),
    partner: given.partner.optional().describe('partner id'),
    since: given.since.optional().describe('only calls recorded at or after this time, such as 2026-11-21T10:00:00Z'),
    status: z
      .enum(REPLAYABLE_STATUSES)
      .optional()
      .describe(`${REPLAYABLE_STATUSES.join(', ')}; default: dead and refused`),
    expect: z
      .string()
      .regex(/^\d{1,9}$/, 'must be a whole number')
      .transform(Number)
      .optional()
      .describe('how many deliveries must match, such as a dry run has counted; otherwise nothing is sent'),
    dryRun: z.boolean().default(false).describe('only count the deliveries; send nothing'),
  })
  .refine(
    ({ call, partner, since, status }) =>
      call === undefined
        ? partner !== undefined && since !== undefined
        : partner === undefined && since === undefined && status === undefined,
    { message: 'give either --call, or --partner with --since' },
  );

const listOptions = z
  .object({
    partner: given.partner,
    status: z.enum(DELIVERY_STATUSES).optional().describe(DELIVERY_STATUSES.join(', ')),
    newest: z.boolean().default(false).describe('one page, the newest call first'),
    since: given.since.optional().describe('with --newest: only calls recorded at or after this time'),
    limit: given.limit.optional().describe('with --newest: how many; default: 50'),
    cursor: given.cursor.optional(),
  })
  .refine(({ newest, since, limit, cursor }) => newest || (since ?? limit ?? cursor) === undefined, {
    message: 'give --since, --limit and --cursor only with --newest',
  });

export const DELIVERY_COMMANDS = {
  'delivery list': command({
    summary: "List a partner's deliveries, the oldest call first, or the newest page by page",
    options: listOptions,
    reads: async (target, options) => {
      const { table, nowMs } = target;
      const { partner, status } = options;
      await existingPartner(table, partner);
      if (options.newest) return newestPage(target, options);
      const matches = (row: DeliveryItem) => status === undefined || row.status === status;
      const problems: string[] = [];
      const onUnreadable = ({ message }: UnreadableDelivery) => problems.push(message);
      const rows = await listDeliveries(table, partner, { matches, onUnreadable });
      return { value: rows.map((row) => rowOf(row, nowMs())), problems };
    },
  }),
  'delivery show': command({
    summary: 'Show one delivery with its attempts',
    options: z.object({ call: given.call }),
    reads: async ({ table, nowMs }, { call }) => {
      const row = rowWithLog(await existingDelivery(table, call), nowMs());
      const { log, ...delivery } = row;
      return { value: [row], readable: log.length === 0 ? [[delivery]] : [[delivery], log] };
    },
  }),
  'delivery minutes': command({
    summary: 'Count the deliveries that were settled in each minute of the last hour, by status',
    options: z.object({}),
    reads: async (target) => ({ value: await settledMinutes(target, MINUTES_OF_AN_HOUR) }),
  }),
  'delivery counts': command({
    summary: "Count a partner's deliveries of the last days or hours by status, by the time when the call was recorded",
    options: z.object({
      partner: given.partner,
      by: z.enum(COUNTED_PERIODS).default('day').describe('day: the last 14 days in UTC; hour: the last 48 hours'),
    }),
    reads: async ({ table, nowMs }, { partner, by }) => {
      await existingPartner(table, partner);
      const { counts, problems, isCutShort } = await countDeliveries(table, partner, { by, nowMs: nowMs() });
      const warnings = isCutShort
        ? [`Only the newest deliveries were counted, so the first ${by} is incomplete, and earlier ones are missing.`]
        : [];
      return { value: counts, problems, warnings };
    },
  }),
  'delivery replay': command({
    summary: 'Replay dead, refused or skipped deliveries as a new round of attempts, ten deliveries a second',
    options: replayOptions,
    changes: async (target, options) => {
      const problems: string[] = [];
      const matching = await matchingDeliveries(target, options, ({ message }) => problems.push(message));
      const matched = matching.length;
      const { expect: expected = matched } = options;
      if (matched !== expected)
        throw new Problem(`${matched} deliveries match now, not ${expected}. Nothing was sent. Count them again.`);
      if (!options.dryRun) {
        const replayed = await replayAll(target, options, matching);
        const warnings = target.watch?.isStopped() ? [] : leftOut(matched - replayed);
        return { value: { matched, replayed }, warnings, problems };
      }
      const since = options.since === undefined ? '' : ` (of calls recorded since ${iso(options.since)})`;
      const readable = [`Deliveries that would be replayed: ${matched}${since}. Nothing was sent.`];
      return { value: { matched, replayed: 0 }, readable, problems };
    },
  }),
};

const leftOut = (count: number) =>
  count === 0
    ? []
    : [`Left out: ${count}. These changed after they were counted, for example because another replay had sent them.`];

const MINUTES_OF_AN_HOUR = 60;
const ROWS_OF_A_PAGE = 50;

async function newestPage(
  { table, nowMs }: Target,
  { partner, status, since, limit = ROWS_OF_A_PAGE, cursor }: z.output<typeof listOptions>,
): Promise<CommandResult<ListedDelivery[]>> {
  const matches = status && ((row: DeliveryItem) => row.status === status);
  const page = await newestDeliveries(table, partner, { sinceMs: since, matches, limit, cursor });
  const { rows, unreadable, next, lookedAt } = page;
  const isCutShort = next !== undefined && rows.length < limit;
  return {
    value: rows.map((row) => ({
      ...rowOf(row, nowMs()),
      recordedAt: iso(row.storedAtMs),
      lastOutcome: lastOutcomeOf(row),
    })),
    next,
    problems: unreadable.map(({ message }) => message),
    warnings: isCutShort ? [`This page ends after ${lookedAt} deliveries, of which ${rows.length} match.`] : [],
  };
}

/** The replay of many deliveries is one entry of the audit trail. */
function replayAll(
  target: ChangingTarget,
  { call, partner, since, status }: z.output<typeof replayOptions>,
  matching: readonly DeliveryItem[],
): Promise<number> {
  const [on, which] =
    call === undefined
      ? [`partner ${partner}`, ` (${status ?? 'dead and refused'}, since ${isoOrNull(since)})`]
      : [`call ${call}`, ''];
  return recorded(
    target,
    { target: on, partnerId: partner ?? matching[0]?.partnerId },
    () => replay(target, matching, target.watch),
    (replayed) => ending(true, `${replayed} of ${matching.length} deliveries replayed${which}`),
  );
}

const WHY_NOT: Readonly<Record<CallState, string | undefined>> = {
  stored: undefined,
  deleted: 'was deleted',
  expired: 'has expired',
};

function notReplayable(row: DeliveryItem, nowMs: number): string {
  const { callId, status } = row;
  const why = WHY_NOT[callStateOf(row, nowMs)];
  return why === undefined
    ? `The delivery of ${callId} is ${status} and cannot be replayed.`
    : `The call ${callId} ${why}, so its delivery cannot be replayed.`;
}

async function matchingDeliveries(
  { table, nowMs }: Pick<Target, 'table' | 'nowMs'>,
  { call, partner = '', since, status }: z.output<typeof replayOptions>,
  onUnreadable: (row: UnreadableDelivery) => void,
): Promise<DeliveryItem[]> {
  if (call !== undefined) {
    const row = await existingDelivery(table, call);
    if (!isReplayable(row, nowMs())) throw new Problem(notReplayable(row, nowMs()));
    return [row];
  }
  await existingPartner(table, partner);
  const wanted = status === undefined ? GIVEN_UP : [status];
  const matches = (row: DeliveryItem) => wanted.includes(row.status) && isReplayable(row, nowMs());
  return listDeliveries(table, partner, { sinceMs: since, matches, onUnreadable });
}
