import { Problem } from '../command-line/problem.ts';

const HOURS = { h: 1, d: 24 } as const;
const MAX_HOURS = 30 * HOURS.d;
const MS_PER_HOUR = 3_600_000;

/** Returns the ISO time, to the second, that is this long from now: `12h` or `3d`. Throws a Problem for anything else. */
export function expiryAfter(duration: string, now: Date): string {
  const [, digits, unit] = /^(\d{1,4})([hd])$/.exec(duration) ?? [];
  const hours = Number(digits) * (unit === 'd' ? HOURS.d : HOURS.h);
  if (!(hours >= 1 && hours <= MAX_HOURS)) {
    throw new Problem(
      `--expires needs hours or days, at least 1h and at most 30d, such as 12h or 3d, not ${JSON.stringify(duration)}.`,
      2,
    );
  }
  return new Date(now.getTime() + hours * MS_PER_HOUR).toISOString().replace(/\.\d+Z$/, 'Z');
}
