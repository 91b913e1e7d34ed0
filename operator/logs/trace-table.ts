import { iso } from '../iso.ts';
import type { LogLine, Traced } from './trace-lines.ts';

/** The columns, from left to right. A column that no line has is left out. */
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
  nextAttemptAt: ({ nextAttemptAtMs: ms }) => (ms === undefined ? undefined : iso(ms)),
  why: whyOf,
};

/** Returns the lines as a table for a person. An unreadable line is a text in the column of the message. */
export function traceTable(traced: readonly Traced[]): Readonly<Record<string, string>>[] {
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

function whyOf({ error, reason, skipReason, alreadyStored, isLate }: LogLine): string | undefined {
  if (error) return `${error.name}: ${error.message}`;
  if (alreadyStored) return 'already stored';
  if (isLate) return 'late: settled or claimed meanwhile';
  return reason ?? skipReason;
}
