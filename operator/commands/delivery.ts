import * as z from 'zod';
import {
  DELIVERY_STATUSES,
  type DeliveryStatus,
  UNDELIVERED_STATUSES,
} from '../../shared/domain/deliveries/delivery.ts';
import type { DeliveryItem } from '../../shared/store/deliveries/item.ts';
import { laneStore } from '../../shared/store/deliveries/lanes.ts';
import { endingOfChange, withAuditEntry } from '../audit/with-audit-entry.ts';
import { type CommandResult, defineCommand, sharedOptions } from '../command.ts';
import type { ListedDelivery } from '../console/protocol/command-values.ts';
import { COUNTED_PERIODS, ROWS_PER_PAGE } from '../console/protocol/limits.ts';
import { COUNTED_MINUTES } from '../console/protocol/overview-reads.ts';
import { UNDELIVERED } from '../console/protocol/paths-and-names.ts';
import { countDeliveries } from '../deliveries/counts-of-partner.ts';
import { listedRowOf, rowWithLog, toListedDelivery } from '../deliveries/delivery-rows.ts';
import { indexUndelivered } from '../deliveries/index-undelivered.ts';
import { newestDeliveries } from '../deliveries/newest-deliveries.ts';
import { readSettledPerMinute } from '../metrics/service-metrics.ts';
import type { UnreadableDelivery } from '../records/deliveries-in-range.ts';
import { existingDelivery, listDeliveries } from '../records/delivery-queries.ts';
import { existingLine } from '../records/line-changes.ts';
import { existingPartner } from '../records/partner-changes.ts';
import type { Target } from '../target.ts';
import { REPLAY_COMMANDS } from './delivery-replay.ts';
import { switchDeliveryMappings } from './mapping.ts';

const LISTED_STATUSES = [...DELIVERY_STATUSES, UNDELIVERED] as const;

const statusesIn = (status: (typeof LISTED_STATUSES)[number] | undefined): readonly DeliveryStatus[] | undefined => {
  if (status === undefined) return undefined;
  return status === UNDELIVERED ? UNDELIVERED_STATUSES : [status];
};

const listOptions = z
  .object({
    partner: sharedOptions.partner.optional().describe('partner id; optional with --newest'),
    tenant: sharedOptions.tenant.optional().describe('with --newest: only deliveries of this line'),
    status: z
      .enum(LISTED_STATUSES)
      .optional()
      .describe(
        `${LISTED_STATUSES.join(', ')}; with --newest, the lists for skipped and ${UNDELIVERED} leave out deleted calls`,
      ),
    newest: z.boolean().default(false).describe('list one page, the newest call first'),
    since: sharedOptions.since.optional().describe('with --newest: only calls recorded at or after this time'),
    until: sharedOptions.since.optional().describe('with --newest: only calls recorded at or before this time'),
    limit: sharedOptions.limit.optional().describe(`with --newest: how many deliveries; default: ${ROWS_PER_PAGE}`),
    cursor: sharedOptions.cursor.optional(),
  })
  .refine(({ newest, partner }) => newest || partner !== undefined, { message: 'give --partner, or --newest' })
  .refine(
    ({ newest, tenant, since, until, limit, cursor }) =>
      newest || (tenant ?? since ?? until ?? limit ?? cursor) === undefined,
    { message: 'give --tenant, --since, --until, --limit and --cursor only with --newest' },
  );

export const DELIVERY_COMMANDS = {
  'delivery list': defineCommand({
    summary: "List a partner's deliveries, the oldest call first; with --newest, a page of the newest deliveries",
    options: listOptions,
    reads: async (target, options) => {
      const { table, nowMs } = target;
      const { partner = '' } = options;
      if (options.partner !== undefined) await existingPartner(table, partner);
      if (options.newest) return newestDeliveriesPage(target, options);
      const statuses = statusesIn(options.status);
      const matches = (row: DeliveryItem) => statuses === undefined || statuses.includes(row.status);
      const problems: string[] = [];
      const onUnreadable = ({ message }: UnreadableDelivery) => problems.push(message);
      const rows = await listDeliveries(table, partner, { matches, onUnreadable });
      return { value: rows.map((row) => toListedDelivery(row, nowMs())), problems };
    },
  }),
  'delivery show': defineCommand({
    summary: 'Show one delivery with its attempts',
    options: z.object({ call: sharedOptions.call }),
    reads: async ({ table, nowMs }, { call }) => {
      const found = await existingDelivery(table, call);
      const marks = found.status === 'pending' ? await laneStore(table).marksOf(found.partnerId) : undefined;
      const row = rowWithLog(found, nowMs(), marks);
      const { log, ...delivery } = row;
      return { value: [row], readable: log.length === 0 ? [[delivery]] : [[delivery], log] };
    },
  }),
  'delivery index': defineCommand({
    summary: 'Index the undelivered deliveries that an earlier version has stored; run once after the upgrade',
    options: z.object({ dryRun: z.boolean().default(false).describe('only count the deliveries; change nothing') }),
    changes: async (target, { dryRun }) => {
      const work = () => indexUndelivered(target, dryRun);
      const { found, indexed } = dryRun
        ? await work()
        : await withAuditEntry(target, { target: 'deliveries of all partners' }, work, (counts) =>
            endingOfChange(true, `${counts.indexed} of ${counts.found} deliveries indexed`),
          );
      const readable = [
        dryRun
          ? `Deliveries that are missing from the index: ${found}. Nothing was changed.`
          : `Deliveries put into the index: ${indexed} of ${found}.`,
      ];
      return { value: { found, indexed }, readable };
    },
  }),
  'delivery minutes': defineCommand({
    summary: `Count the deliveries that were settled in each minute of ${COUNTED_MINUTES.words}, by status`,
    options: z.object({}),
    reads: async (target) => ({ value: await readSettledPerMinute(target) }),
  }),
  'delivery counts': defineCommand({
    summary: "Count a partner's deliveries by status, for each day or hour in which their calls were recorded",
    options: z.object({
      partner: sharedOptions.partner,
      by: z
        .enum(['day', 'hour'])
        .default('day')
        .describe(`day: the last ${COUNTED_PERIODS.day} days in UTC; hour: the last ${COUNTED_PERIODS.hour} hours`),
    }),
    reads: async ({ table, nowMs }, { partner, by }) => {
      await existingPartner(table, partner);
      const { counts, problems, isCutShort } = await countDeliveries(table, partner, { by, nowMs: nowMs() });
      const warnings = isCutShort
        ? [`Only the newest deliveries were counted, so the first ${by} may be incomplete and earlier ${by}s missing.`]
        : [];
      return { value: counts, problems, warnings };
    },
  }),
  ...REPLAY_COMMANDS,
  'delivery stop': defineCommand({
    summary: 'Stop sending events to all partners; the events wait, use up no attempts, and are not lost',
    options: z.object({}),
    changes: async (target) => ({ value: await switchDeliveryMappings(target, 'Disabled') }),
  }),
  'delivery start': defineCommand({
    summary: 'Resume the sending of events to all partners',
    options: z.object({}),
    changes: async (target) => ({ value: await switchDeliveryMappings(target, 'Enabled') }),
  }),
};

async function newestDeliveriesPage(
  { table, nowMs }: Target,
  { partner, tenant, status, since, until, limit = ROWS_PER_PAGE, cursor }: z.output<typeof listOptions>,
): Promise<CommandResult<ListedDelivery[]>> {
  if (tenant !== undefined) await existingLine(table, tenant);
  const page = await newestDeliveries(table, {
    ...{ partnerId: partner, tenantId: tenant, statuses: statusesIn(status) },
    ...{ sinceMs: since, untilMs: until, limit, cursor },
  });
  const { rows, unreadable, next, lookedAt } = page;
  const isCutShort = next !== undefined && rows.length < limit;
  return {
    value: rows.map((row) => listedRowOf(row, nowMs())),
    next,
    problems: unreadable.map(({ message }) => message),
    warnings: isCutShort
      ? [`This page ends after ${lookedAt} deliveries were read. Of these, ${rows.length} match.`]
      : [],
  };
}
