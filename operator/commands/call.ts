import * as z from 'zod';
import { recordCallResponse } from '../../shared/domain/calls/finished-call.ts';
import { REJECTED_KEPT_DAYS } from '../../shared/domain/calls/rejected-calls.ts';
import type { RejectedCall } from '../../shared/store/calls/rejected-calls.ts';
import type { DeliveryItem } from '../../shared/store/deliveries/item.ts';
import { findLine } from '../../shared/store/lines/lines.ts';
import { endingOfChange, withAuditEntry } from '../audit/with-audit-entry.ts';
import { type CallInFile, parseCallFile } from '../calls/call-file.ts';
import { type CallState, type CallView, callView } from '../calls/call-view.ts';
import { parseCallIds, reconcile } from '../calls/reconcile.ts';
import { listRejectedCalls } from '../calls/rejected-calls.ts';
import { type ChangingTarget, type CommandResult, defineCommand, sharedOptions } from '../command.ts';
import { ROWS_PER_PAGE } from '../console/protocol/limits.ts';
import { callsOfLine, callsOfPartner, type DeletionCounts, deleteCall, deleteCalls } from '../deletion/calls.ts';
import { invoke } from '../invoke.ts';
import { isoTime } from '../iso-time.ts';
import { BEFORE_RECORDING_MINUTES, traceCall } from '../logs/call-trace.ts';
import { mapInParallel } from '../map-in-parallel.ts';
import type { UnreadableDelivery } from '../records/deliveries-in-range.ts';
import { existingDelivery } from '../records/delivery-queries.ts';
import { existingLine } from '../records/line-changes.ts';
import { existingPartner } from '../records/partner-changes.ts';
import type { Target } from '../target.ts';

/** How many invocations of record-call run at the same time, at most. */
const AT_A_TIME = 8;

/** Sentences about hidden or missing content, which are shown below a call. */
const HINTS: Readonly<Record<CallState, (isRevealed: boolean) => readonly string[]>> = {
  stored: (isRevealed) => (isRevealed ? [] : ['The content of the call is hidden. Add --reveal to see it.']),
  expired: () => ['The call has expired. Only its delivery is left.'],
  deleted: () => ['The call was deleted. Only its delivery is left.'],
};

const deletionOptions = z
  .object({
    tenant: sharedOptions.tenant.optional().describe('line id'),
    call: sharedOptions.call.optional().describe('call id; needs --tenant'),
    partner: sharedOptions.partner
      .optional()
      .describe('partner id; selects the calls of all its lines, also of terminated ones'),
    all: z.literal(true).optional().describe('delete all calls of the line or of the partner'),
    before: sharedOptions.since
      .optional()
      .describe('only calls recorded before this time, such as 2026-11-21T10:00:00Z'),
    dryRun: z.boolean().default(false).describe('only count the calls; delete nothing'),
  })
  .refine(
    ({ tenant, call, partner, all, before, dryRun }) =>
      call === undefined
        ? (tenant === undefined) !== (partner === undefined) && (all === undefined) !== (before === undefined)
        : tenant !== undefined && (partner ?? all ?? before) === undefined && !dryRun,
    { message: 'give --tenant with --call, or give --tenant or --partner with --all or --before' },
  );
type DeletionOptions = z.output<typeof deletionOptions>;

interface DeletedCall {
  readonly callId: string;
  readonly tenantId: string;
  readonly deleted: true;
}

/** Names the calls that a command deletes, for the confirmation and for the audit trail. */
function describeCalls({ tenant, call, partner, before }: DeletionOptions): string {
  const owner = tenant === undefined ? `partner ${partner}` : `line ${tenant}`;
  if (call !== undefined) return `call ${call} of ${owner}`;
  return before === undefined ? `all calls of ${owner}` : `all calls of ${owner} recorded before ${isoTime(before)}`;
}

/** Deletes many calls, with one entry in the audit trail. A dry run only counts the calls. */
async function deleteManyCalls(target: ChangingTarget, options: DeletionOptions) {
  const { table, nowMs } = target;
  const { tenant, partner = '', before = nowMs(), dryRun } = options;
  const problems: string[] = [];
  const partnerId = tenant === undefined ? partner : (await existingLine(table, tenant)).partnerId;
  if (tenant === undefined) await existingPartner(table, partner);
  const onUnreadable = ({ message }: UnreadableDelivery) => problems.push(message);
  const pages = tenant
    ? callsOfLine(table, tenant, before)
    : callsOfPartner(table, partner, { beforeMs: before, nowMs: nowMs(), onUnreadable });
  const work = () => deleteCalls(target, pages, dryRun);
  const stopped = () => (target.watch?.isStopped() ? ', then stopped' : '');
  const value = dryRun
    ? await work()
    : await withAuditEntry(target, { target: describeCalls(options), partnerId }, work, ({ matched, deleted }) =>
        endingOfChange(
          deleted === matched && problems.length === 0,
          `${deleted} of ${matched} calls deleted${stopped()}`,
        ),
      );
  const { matched, deleted } = value;
  if (!dryRun && deleted < matched)
    problems.push(
      `${matched - deleted} calls were not deleted, because they have no delivery of their own. To list them, run verify.`,
    );
  const readable = [
    dryRun
      ? `Calls that would be deleted: ${matched}. Nothing was changed.`
      : `Calls deleted: ${deleted} of ${matched}.`,
  ];
  return { value, readable, problems };
}

export const CALL_COMMANDS = {
  'call record': defineCommand({
    summary: 'Record finished calls, as the voice platform does; a call that is already stored is not stored again',
    options: z.object({
      tenant: sharedOptions.tenant,
      file: z.string().min(1).describe('JSON file with one call or an array of calls, or - for stdin'),
    }),
    changes: async (target, { tenant, file }) => {
      const calls = parseCallFile(await target.readText(file));
      const responses = await recordManyCalls(target, tenant, calls);
      return {
        value: responses.flatMap((response) => ('problem' in response ? [] : [response])),
        warnings: calls.flatMap((call, index) =>
          'problem' in call ? [] : call.warnings.map((warning) => `Call ${index + 1} of ${calls.length}: ${warning}`),
        ),
        problems: responses.flatMap((response, index) =>
          'problem' in response ? [`Call ${index + 1} of ${calls.length} is not recorded: ${response.problem}`] : [],
        ),
      };
    },
  }),
  'call show': defineCommand({
    summary: 'Show a call without its content, and the status of its delivery',
    options: z.object({
      call: sharedOptions.call,
      reveal: z
        .boolean()
        .default(false)
        .describe('also show title, summary, topics, sentiment, masked caller number and transfer target'),
    }),
    changes: async (target, { call, reveal }) => {
      const { table, nowMs } = target;
      const delivery = await existingDelivery(table, call);
      const look = () => callView(table, delivery, { nowMs: nowMs(), reveal });
      const view = reveal ? await lookWithAuditEntry(target, delivery, look) : await look();
      return { value: view, readable: [view, ...HINTS[view.state](reveal)] };
    },
  }),
  'call delete': defineCommand({
    summary: 'Delete one call, or the calls of a line or partner, for good; pending deliveries end',
    options: deletionOptions,
    harm: (options) =>
      options.dryRun ? undefined : `This deletes ${describeCalls(options)} for good, and ends pending deliveries.`,
    changes: async (target, options): Promise<CommandResult<DeletedCall | DeletionCounts>> => {
      const { tenant = '', call } = options;
      if (call === undefined) return deleteManyCalls(target, options);
      await deleteCall(target, tenant, call);
      return { value: { callId: call, tenantId: tenant, deleted: true } };
    },
  }),
  'call trace': defineCommand({
    summary: 'Show the log lines about a call, in order',
    options: z.object({
      call: sharedOptions.call,
      since: sharedOptions.since
        .optional()
        .describe(
          `only lines from this time on; default: ${BEFORE_RECORDING_MINUTES} minutes before the call was recorded`,
        ),
    }),
    reads: traceCall,
  }),
  'call refused': defineCommand({
    summary: `List the calls that were refused in the last ${REJECTED_KEPT_DAYS} days, newest first: ids and reason`,
    options: z.object({
      since: sharedOptions.since
        .optional()
        .describe('only calls refused at or after this time, such as 2026-11-21T10:00:00Z'),
      limit: sharedOptions.limit.optional().describe(`how many calls to list; default: ${ROWS_PER_PAGE}`),
    }),
    reads: async (target, { since, limit = ROWS_PER_PAGE }) => ({
      value: (await listRejectedCalls(target, { sinceMs: since, limit })).map(shownRejectedCall),
    }),
  }),
  'call reconcile': defineCommand({
    summary: 'Check which of the calls in a list were never recorded',
    options: z.object({
      file: z.string().min(1).describe('file with call ids, as a JSON array or one id per line, or - for stdin'),
    }),
    reads: async ({ table, nowMs, readText }, { file }) => {
      const value = await reconcile(table, parseCallIds(await readText(file)), nowMs());
      const { checked, missing } = value;
      return {
        value,
        problems: missing.length === 0 ? [] : [`${missing.length} of ${checked} calls were never recorded.`],
      };
    },
  }),
};

const shownRejectedCall = ({ atMs, callId, tenantId, way, reason }: RejectedCall) => ({
  at: isoTime(atMs),
  callId: callId ?? null,
  tenantId: tenantId ?? null,
  way,
  reason,
});

/** Records the calls of a file, with one entry in the audit trail. */
async function recordManyCalls(target: ChangingTarget, tenantId: string, calls: readonly CallInFile[]) {
  const line = await findLine(target.table, tenantId);
  return withAuditEntry(
    target,
    { target: `line ${tenantId}`, partnerId: line?.partnerId },
    () => mapInParallel(calls, AT_A_TIME, (call) => recordOneCall(target, tenantId, call)),
    (responses) => {
      const stored = responses.flatMap((response) => ('problem' in response ? [] : [response]));
      const repeated = stored.filter(({ alreadyStored }) => alreadyStored).length;
      const recordedNow = `${stored.length - repeated} of ${calls.length} calls recorded`;
      return endingOfChange(
        stored.length === calls.length,
        repeated === 0 ? recordedNow : `${recordedNow}, ${repeated} already stored`,
      );
    },
  );
}

/** Records in the audit trail who asked for the content of a call, because the content is personal data. */
const lookWithAuditEntry = (
  target: ChangingTarget,
  { callId, partnerId }: DeliveryItem,
  look: () => Promise<CallView>,
) =>
  withAuditEntry(target, { target: `call ${callId}`, partnerId }, look, ({ state }) =>
    endingOfChange(true, state === 'stored' ? 'content shown' : `no content shown, because the call is ${state}`),
  );

/** Records one call. An error becomes a problem in the result, so that the other calls are still recorded. */
async function recordOneCall(target: Target, tenantId: string, file: CallInFile) {
  if ('problem' in file) return file;
  try {
    const event = { tenantId, call: file.call };
    const response = recordCallResponse.parse(await invoke(target, target.outputs.RecordCallFunctionName, event));
    return 'refused' in response ? { problem: response.refused.message } : response;
  } catch (error) {
    return { problem: `${file.call.callId} (${error instanceof Error ? error.message : String(error)})` };
  }
}
