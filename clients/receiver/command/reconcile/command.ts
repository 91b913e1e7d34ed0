import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { RETRIED_FOR_HOURS } from '../../src/service-rules.ts';
import { API_OPTIONS, API_USAGE, apiClientFrom, explainApiErrors } from '../api.ts';
import type { Command } from '../command.ts';
import { escapeForTerminal } from '../escape-for-terminal.ts';
import { type Environment, parseFlags, parseTime, requireFlag, TEXT, TEXTS } from '../flags.ts';
import { causeOf, Problem } from '../problem.ts';
import { activeLineIds, findMissingCalls } from './missing-calls.ts';

/** How wrong this machine's clock may be. Users may compute --since from this clock: `date -d '-2 hours'`. */
const LONGEST_SKEW_SECONDS = 60;

const USAGE = `partner-lines-webhooks reconcile --seen FILE [flags]
Prints each call that your receiver has not stored: line, callId, and when the service stored the summary. The exit
code is 0 if there are no such calls, and 1 if there are.
  --seen FILE         the callIds that your receiver has stored, one on each line; - reads the callIds from the standard input
  --tenant-id ID      a line to check; repeat the flag for several lines; default: all lines that are not terminated,
                      for which the key also needs the scope tenants
${API_USAGE}
  --since TIME        check calls stored at or after this time, such as 2026-11-22T12:00:00Z; default: all calls
  --until TIME        check calls stored at or before this time; default: all calls. A delivery may take about ${RETRIED_FOR_HOURS} hours
                      if your receiver fails at first, so a newer call may still arrive
With --since or --until, the clock of this machine must be within ${LONGEST_SKEW_SECONDS} seconds of the clock of the service.`;

const OPTIONS = { ...API_OPTIONS, seen: TEXT, 'tenant-id': TEXTS, since: TEXT, until: TEXT } as const;

export function parseReconcileFlags(args: readonly string[], environment: Environment, nowMs: number) {
  const flags = parseFlags(args, OPTIONS);
  const clock = createClockComparison(Date.now);
  return {
    seen: requireFlag('seen', flags.seen, 'a file with the callIds that your receiver has stored'),
    tenantIds: flags['tenant-id'],
    clock,
    api: apiClientFrom(flags, environment, clock.fetch),
    period: {
      sinceMs: flags.since === undefined ? 0 : parseTime('since', flags.since, nowMs),
      // With `--until now`, the period has no end, because a slow clock would leave out the newest calls.
      untilMs: flags.until === undefined || flags.until === 'now' ? Infinity : parseTime('until', flags.until, nowMs),
    },
    namesTimes: flags.since !== undefined || flags.until !== undefined,
  };
}

export const RECONCILE: Command = {
  usage: USAGE,
  async run(args, { environment, print }) {
    const { api, tenantIds, period, seen, clock, namesTimes } = parseReconcileFlags(args, environment, Date.now());
    const seenIds = await readIds(seen);
    const lines = tenantIds ?? (await explainApiErrors(activeLineIds(api)));
    const { missing, checked } = await explainApiErrors(findMissingCalls(api, lines, period, seenIds));
    if (namesTimes) rejectWrongClock(clock.aheadMs());
    for (const { tenantId, callId, startedAt } of missing) {
      print(`${escapeForTerminal(tenantId)} ${escapeForTerminal(callId)} ${startedAt ?? 'at an unknown time'}`);
    }
    print(`${missing.length} missing of ${countWithNoun(checked, 'call')} on ${countWithNoun(lines.length, 'line')}`);
    return missing.length === 0 ? 0 : 1;
  },
};

const countWithNoun = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Throws a Problem if this machine's clock is so wrong that --since and --until could leave out lost calls. */
function rejectWrongClock(aheadMs: number): void {
  if (Math.abs(aheadMs) <= LONGEST_SKEW_SECONDS * 1_000) return;
  const skew = `${Math.round(Math.abs(aheadMs) / 1_000)} s ${aheadMs < 0 ? 'behind' : 'ahead of'}`;
  throw new Problem(
    `The clock of this machine is ${skew} the clock of the service, so --since and --until may leave out lost calls. Synchronize the clock by NTP, or leave out both flags.`,
  );
}

async function readIds(file: string): Promise<ReadonlySet<string>> {
  try {
    const content = file === '-' ? await text(process.stdin) : await readFile(file, 'utf8');
    return new Set(content.split('\n').map((line) => line.trim()));
  } catch (error) {
    throw new Problem(`Cannot read ${escapeForTerminal(file)}: ${causeOf(error)}.`);
  }
}

type Fetch = typeof globalThis.fetch;

/** The returned `fetch` compares this machine's clock with the header `Date` of each response. */
function createClockComparison(nowMs: () => number): { readonly fetch: Fetch; readonly aheadMs: () => number } {
  let aheadMs = 0;
  return {
    async fetch(...request) {
      const response = await globalThis.fetch(...request);
      const serverMs = Date.parse(response.headers.get('Date') ?? '');
      if (Number.isFinite(serverMs)) aheadMs = nowMs() - serverMs;
      return response;
    },
    /** How far this machine's clock was ahead at the last response, or 0 without a response. Negative if the clock was behind. */
    aheadMs: () => aheadMs,
  };
}
