import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { printable } from '../printable.ts';

export interface ServiceLog {
  /** One JSON line. Never a key, secret, persona, summary or number. */
  write(record: Readonly<Record<string, unknown>>): void;
  close(): Promise<void>;
}

/** Appends to the log of earlier runs. */
export function openServiceLog(file: string): ServiceLog {
  const stream = createWriteStream(file, { flags: 'a', mode: 0o600 });
  return {
    // People read it with `tail`.
    write: (record) =>
      void stream.write(`${printable(JSON.stringify({ timestamp: new Date().toISOString(), ...record }))}\n`),
    async close() {
      stream.end();
      await finished(stream);
    },
  };
}

/** What a function printed as a record: its own JSON if it is that (the logger's is), else the line as it is. */
export function asRecord(line: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(line);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed };
  } catch {
    // Not JSON: a runtime's or library's own words.
  }
  return { level: 'INFO', message: line };
}
