import { SandboxError } from './control.ts';
import type { Duration } from './types.ts';

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** How far time moves at once, at most. Without a limit, a test could move it past the last date of JavaScript. */
const MOST_YEARS = 10;
const MOST_DAYS = MOST_YEARS * 365;

/** Returns the milliseconds of a duration. Throws if the duration is negative, too long or malformed. */
export function millisecondsOf(duration: Duration): number {
  const [, count, unit = ''] = /^(\d+(?:\.\d+)?)([smhd])$/.exec(String(duration)) ?? [];
  const ms = typeof duration === 'number' ? duration : Number(count) * (UNIT_MS[unit] ?? Number.NaN);
  if (ms > MOST_DAYS * 86_400_000)
    throw new SandboxError(
      `${duration} is too long: time moves by at most ${MOST_YEARS} years (${MOST_DAYS}d) at once.`,
    );
  if (ms < 0) throw new SandboxError(`${duration} is negative, but time only moves forward: give 0 or more.`);
  if (ms >= 0) return Math.round(ms);
  throw new SandboxError(`'${duration}' is not a duration: give milliseconds, or a text such as 90s, 5m, 1h or 2d.`);
}
