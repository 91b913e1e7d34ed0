import type { Timeline } from '../../virtual-time/timeline.ts';

/** How long it took until all attempts that were due at one moment had been made. */
export interface Drain {
  readonly role: string;
  readonly attempts: number;
  readonly fromMs: number;
  /** When the last of them was made, so far. */
  untilMs: number;
  readonly left: Set<string>;
}

/** Returns the attempts made per second; 0 if some were not made. */
export const rateOf = ({ attempts, fromMs, untilMs, left }: Drain) =>
  left.size > 0 ? 0 : (attempts / Math.max(1, untilMs - fromMs)) * 1_000;

export function drains({ nowMs }: Pick<Timeline, 'nowMs'>) {
  const begun: Drain[] = [];
  return {
    begun,
    begin(role: string, callIds: readonly string[]): void {
      const left = new Set(callIds);
      begun.push({ role, attempts: left.size, fromMs: nowMs(), untilMs: nowMs(), left });
    },
    requested(callId: string): void {
      for (const drain of begun) if (drain.left.delete(callId)) drain.untilMs = nowMs();
    },
  };
}
