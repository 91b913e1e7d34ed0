import * as z from 'zod';
import { escapeForTerminal } from '../../tooling/command-line/escape-for-terminal.ts';
import { LOG_DAYS } from '../../tooling/data-folder.ts';
import { fromJson } from '../../tooling/from-json.ts';
import { openRotatingFile } from '../data-dir/rotating-file.ts';

interface Settings {
  readonly nowMs: () => number;
  /** Called when a write fails, but not for further failures before the next success. */
  readonly onStuck: (error: unknown) => void;
}

/** Limits of the log's file. `docs/local.md` has both numbers. */
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_AGE_MS = LOG_DAYS * 24 * 60 * 60 * 1000;

/**
 * The first line of a log file says when the file was begun, by the service's clock. The file is rotated when this time
 * and the clock differ by `LOG_DAYS`, also if `--time-offset-seconds` has moved the clock.
 */
const heading = z.object({ serviceTime: z.iso.datetime().transform(Date.parse) });

/** Opens the log: continues an existing file, or creates it. Rejects with the system's error if the log cannot be opened. */
export async function openServiceLog(path: string, { nowMs, onStuck }: Settings) {
  const file = await openRotatingFile(path, {
    maxBytes: MAX_BYTES,
    heading: () => hostLine('The log begins', { serviceTime: new Date(nowMs()).toISOString() }),
    isOver(line) {
      const begun = heading.safeParse(parseLogLine(line));
      return !begun.success || Math.abs(nowMs() - begun.data.serviceTime) >= MAX_AGE_MS;
    },
    onStuck,
    onFlowing: (droppedLines) => file.write(hostLine('The log could not be written for a while', { droppedLines })),
  });
  /** Writes one JSON line, which must not contain a key, secret, persona, summary or phone number. */
  const write = (record: Readonly<Record<string, unknown>>) => file.write(lineOf(record));
  return { write, close: file.close };
}

const hostLine = (message: string, about: Readonly<Record<string, unknown>>) =>
  lineOf({ level: 'INFO', service: 'host', message, ...about });

/** Returns a record as one line. Control characters are escaped, because people read the log with `tail`. */
const lineOf = (record: Readonly<Record<string, unknown>>) =>
  `${escapeForTerminal(JSON.stringify({ timestamp: new Date().toISOString(), ...record }))}\n`;

/** A line that is not a JSON object becomes the message of a record. */
export function parseLogLine(line: string): Readonly<Record<string, unknown>> {
  const parsed = fromJson(line);
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed };
  return { level: 'INFO', message: line };
}
