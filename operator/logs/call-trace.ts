import { Problem } from '../../tooling/command-line/problem.ts';
import { isoTime } from '../iso-time.ts';
import { findTimeOfRecording } from '../records/delivery-queries.ts';
import type { Target } from '../target.ts';
import { type LogLine, type Traced, traceLines } from './trace-lines.ts';

/** Earlier invocations of `record-call` can have failed. */
const BEFORE_RECORDING_MS = 15 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

interface Options {
  readonly call: string;
  readonly since?: number | undefined;
}

/** Throws a Problem if there is no such line, or without `since` no such call. */
export async function traceCall({ table, logs, nowMs }: Target, { call, since }: Options) {
  const recordedAtMs = await findTimeOfRecording(table, call);
  if (recordedAtMs === undefined && since === undefined) {
    throw new Problem(`There is no call ${call}. If record-call rejected the call, add --since to find its log lines.`);
  }
  const sinceMs = since ?? (recordedAtMs ?? 0) - BEFORE_RECORDING_MS;
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
      ...(texts.length >= logs.mostLines ? [`Only the first ${logs.mostLines} log lines are shown.`] : []),
    ],
  };
}

/** Reports whether a line is from `sinceMs` or later. An unreadable line has no time, so the line is included. */
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
  why: reasonOf,
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

function reasonOf({ error, reason, skipReason, alreadyStored, isLate }: LogLine): string | undefined {
  if (error) return `${error.name}: ${error.message}`;
  if (alreadyStored) return 'already stored';
  if (isLate) return 'late: the delivery was already settled or claimed again';
  return reason ?? skipReason;
}
