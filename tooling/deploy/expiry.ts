import { canBeTemporaryName, EXPIRY_TAG } from '../../lib/stages.ts';
import { EXIT, Problem } from '../command-line/problem.ts';
import type { Stack } from './aws/stacks.ts';

const HOURS = { h: 1, d: 24 } as const;
/** The longest duration that `--expires` accepts. */
const MAX_DAYS = 30;
const MS_PER_HOUR = 3_600_000;

/**
 * Returns the ISO time at which a duration such as `12h` or `3d` ends. Throws a Problem for any other text, and for a
 * duration that is too short or too long.
 */
export function expiryAfter(duration: string, now: Date): string {
  const [, digits, unit] = /^(\d{1,4})([hd])$/.exec(duration) ?? [];
  const hours = Number(digits) * (unit === 'd' ? HOURS.d : HOURS.h);
  if (!(hours >= 1 && hours <= MAX_DAYS * HOURS.d)) {
    throw new Problem(
      `--expires needs hours or days, at least 1h and at most ${MAX_DAYS}d, such as 12h or 3d, not ${JSON.stringify(duration)}.`,
      EXIT.wrongCommandLine,
    );
  }
  return new Date(now.getTime() + hours * MS_PER_HOUR).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** Returns when the last of the stacks expires, or undefined if one of them has no expiry. */
export function latestExpiry(stacks: readonly Stack[]): string | undefined {
  const expiries = stacks.map(({ tags }) => tags[EXPIRY_TAG] ?? '');
  if (expiries.some((expiry) => Number.isNaN(Date.parse(expiry)))) return undefined;
  return expiries.sort((a, b) => Date.parse(a) - Date.parse(b)).at(-1);
}

export const hasExpired = (expiresAt: string | undefined, now: Date) =>
  expiresAt !== undefined && Date.parse(expiresAt) <= now.getTime();

interface ExpiredStage {
  readonly stage: string;
  readonly stacks: readonly Stack[];
  readonly keepsData: boolean | undefined;
}

/** Returns why `--expired` does not remove an expired stage, or undefined if it removes the stage. */
export function whyStageStays({ stage, stacks, keepsData }: ExpiredStage): string | undefined {
  if (!canBeTemporaryName(stage)) return 'no temporary stage can have this name';
  if (keepsData === undefined) return 'no stack has the output KeepsData';
  if (keepsData) return 'the stage keeps its data';
  const changing = stacks.find(({ status }) => status.endsWith('_IN_PROGRESS'));
  return changing && `${changing.name} is in ${changing.status}`;
}
