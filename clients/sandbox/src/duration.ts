import { SandboxError } from './control.ts';
import type { Duration } from './types.ts';

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Ten years. Far beyond them, a time has no date any more, and the service fails. */
const MOST_MS = 3_650 * 86_400_000;

/** Returns the milliseconds of a duration. Time only moves forward, so a negative one is an error. */
export function millisecondsOf(duration: Duration): number {
  const [, count, unit = ''] = /^(\d+(?:\.\d+)?)([smhd])$/.exec(String(duration)) ?? [];
  const ms = typeof duration === 'number' ? duration : Number(count) * (UNIT_MS[unit] ?? Number.NaN);
  if (ms > MOST_MS) throw new SandboxError(`${duration} is too long: time moves by at most ten years (3650d) at once.`);
  if (ms >= 0) return Math.round(ms);
  throw new SandboxError(`'${duration}' is no duration: give milliseconds, or a text such as 90s, 5m, 1h or 2d.`);
}
