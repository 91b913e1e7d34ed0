import * as z from 'zod';
import { Problem } from '../../tooling/command-line/problem.ts';
import { fromJson } from '../../tooling/from-json.ts';
import { isoTime } from '../iso-time.ts';
import { findTimeOfRecording } from '../records/delivery-queries.ts';
import type { Target } from '../target.ts';

/** A log line of a function about a call. Most fields are present only in some lines. */
const logLine = z.looseObject({
  timestamp: z.iso.datetime({ offset: true }),
  level: z.string(),
  service: z.string(),
  message: z.string(),
  callId: z.string().optional(),
  callIds: z.array(z.string()).optional(),
  lane: z.string().optional(),
  attempt: z.number().optional(),
  series: z.number().optional(),
  status: z.string().optional(),
  outcome: z.string().optional(),
  durationMs: z.number().optional(),
  nextAttemptAtMs: z.number().optional(),
  reason: z.string().optional(),
  skipReason: z.string().optional(),
  alreadyStored: z.boolean().optional(),
  isLate: z.boolean().optional(),
  error: z.looseObject({ name: z.string(), message: z.string() }).optional(),
});
type LogLine = z.infer<typeof logLine>;

/** A line of the log as text and, if it is JSON in a known form, as an object. */
interface Traced {
  readonly text: string;
  readonly line: LogLine | undefined;
}

/** How far before the recording the search begins. Earlier invocations of `record-call` can have failed. */
export const BEFORE_RECORDING_MINUTES = 15;
const DAY_MS = 24 * 60 * 60 * 1000;

interface Options {
  readonly call: string;
  readonly since?: number | undefined;
}

/** Throws a Problem if the log has no line about the call. Without `since`, also if there is no such call. */
export async function traceCall({ table, logs, nowMs }: Target, { call, since }: Options) {
  const recordedAtMs = await findTimeOfRecording(table, call);
  if (recordedAtMs === undefined && since === undefined) {
    throw new Problem(`There is no call ${call}. If the call was refused, add --since to find its log lines.`);
  }
  const sinceMs = since ?? (recordedAtMs ?? 0) - BEFORE_RECORDING_MINUTES * 60_000;
  const keptSinceMs = nowMs() - logs.retentionDays * DAY_MS;
  const texts = await logs.textsAbout(call, Math.max(sinceMs, keptSinceMs));
  const traced = traceLines(call, texts).filter((one) => since === undefined || isFrom(one, since));
  const isOlder = sinceMs < keptSinceMs;
  const kept = `Log lines are kept for ${days(logs.retentionDays)}`;
  if (traced.length === 0) {
    const when = since === undefined ? '' : ` from ${isoTime(since)} on`;
    throw new Problem(`The log has no line about the call ${call}${when}.${isOlder ? ` ${kept}.` : ''}`);
  }
  return {
    value: traced.map(({ line, text }) => line ?? { unreadable: text }),
    readable: [traceTable(traced)],
    warnings: [
      ...(isOlder ? [`${kept}, so older lines about the call may be missing.`] : []),
      ...(texts.length >= logs.mostLines ? [`The search ended after ${logs.mostLines} log lines.`] : []),
    ],
  };
}

/** Returns the lines about the call, sorted by time. An unreadable line stays after the line that it followed. */
function traceLines(callId: string, texts: readonly string[]): Traced[] {
  let atMs = 0;
  const timed: { readonly atMs: number; readonly traced: Traced }[] = [];
  for (const text of texts) {
    const line = logLine.safeParse(fromJson(text)).data;
    if (line && line.callId !== callId && !line.callIds?.includes(callId)) continue;
    if (line) atMs = Date.parse(line.timestamp);
    timed.push({ atMs, traced: { text, line } });
  }
  return timed.toSorted((one, other) => one.atMs - other.atMs).map(({ traced }) => traced);
}

/** Reports whether a log line is from `sinceMs` or later. An unreadable log line has no time, so it is included. */
const isFrom = ({ line }: Traced, sinceMs: number) => line === undefined || Date.parse(line.timestamp) >= sinceMs;

const days = (count: number) => (count === 1 ? 'about a day' : `${count} days`);

/** The columns of the table, from left to right. A column without a value in any line is left out. */
const COLUMNS: Readonly<Record<string, (line: LogLine) => string | number | undefined>> = {
  at: ({ timestamp }) => timestamp,
  level: ({ level }) => level,
  function: ({ service }) => service,
  message: ({ message }) => message,
  lane: ({ lane }) => lane,
  attempt: ({ attempt }) => attempt,
  series: ({ series }) => series,
  status: ({ status }) => status,
  outcome: ({ outcome }) => outcome,
  durationMs: ({ durationMs }) => durationMs,
  nextAttemptAt: ({ nextAttemptAtMs: ms }) => (ms === undefined ? undefined : isoTime(ms)),
  why: reasonOfLogLine,
};

/** Returns the lines as a table for a person. An unreadable line is shown as text in the column of the message. */
function traceTable(traced: readonly Traced[]): Readonly<Record<string, string>>[] {
  const cellsOf = ({ line, text }: Traced) =>
    line ? Object.entries(COLUMNS).map(([name, cell]) => [name, cell(line)] as const) : [['message', text] as const];
  const rows = traced.map((one) => cellsOf(one).filter(([, value]) => value !== undefined));
  const used = new Set(rows.flat().map(([name]) => name));
  const shown = Object.keys(COLUMNS).filter((name) => used.has(name));
  return rows.map((row) => {
    const values = new Map(row);
    return Object.fromEntries(shown.map((name) => [name, String(values.get(name) ?? '')]));
  });
}

function reasonOfLogLine({ error, reason, skipReason, alreadyStored, isLate }: LogLine): string | undefined {
  if (error) return `${error.name}: ${error.message}`;
  if (alreadyStored) return 'already stored';
  if (isLate) return 'late: the delivery was already settled or claimed again';
  return reason ?? skipReason;
}
