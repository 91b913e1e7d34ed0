import type { Timeline } from '../../virtual-time/timeline.ts';

/** The attempts of a role that were due at one moment, and how long after that moment they were made. */
export interface Drain {
  readonly role: string;
  readonly due: number;
  readonly left: Set<string>;
  /** In the order in which the attempts were made. */
  readonly tookMs: number[];
}

/**
 * Returns the rate at which all due attempts were made, as a share of the rate at which as many were made in another
 * drain. Both are slow at first, so the rates of different numbers cannot be compared. NaN if too few were made.
 */
export const shareOfRate = (drain: Drain, other: Drain): number => timeOf(drain.due, other) / timeOf(drain.due, drain);

const timeOf = (attempts: number, { tookMs }: Drain) => tookMs[attempts - 1] ?? Number.NaN;

export function drains({ nowMs }: Pick<Timeline, 'nowMs'>) {
  const begun: (Drain & { readonly fromMs: number })[] = [];
  return {
    begun,
    begin(role: string, callIds: readonly string[]): void {
      begun.push({ role, due: callIds.length, left: new Set(callIds), tookMs: [], fromMs: nowMs() });
    },
    requested(callId: string): void {
      for (const { left, tookMs, fromMs } of begun) if (left.delete(callId)) tookMs.push(nowMs() - fromMs);
    },
  };
}
