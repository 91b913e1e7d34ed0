import * as z from 'zod';
import { fromJson } from '../../tooling/from-json.ts';

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
export type LogLine = z.infer<typeof logLine>;

/** A line of the log as text and, if it is JSON in a known form, as an object. */
export interface Traced {
  readonly text: string;
  readonly line: LogLine | undefined;
}

/** Returns the lines about the call, sorted by time. An unreadable line stays directly after the line before it. */
export function traceLines(callId: string, texts: readonly string[]): Traced[] {
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
