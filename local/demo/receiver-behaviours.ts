import { LATE, SUSPICIOUS } from '../../shared/domain/deliveries/lane.ts';

export type Behaviour = keyof typeof BEHAVIOURS;

interface Moment {
  readonly nowMs: number;
  /** Returns a number in [0, 1). */
  readonly random: () => number;
}

interface Reaction {
  readonly status: number;
  readonly afterMs: number;
}

const MINUTE_MS = 60_000;
const FLAPS_EVERY_MS = 10 * MINUTE_MS;
const IS_DOWN_FOR_MS = 3 * MINUTE_MS;
const REJECTED_SHARE = 0.1;

const between = (fromMs: number, belowMs: number, random: () => number) => fromMs + (belowMs - fromMs) * random();

export const BEHAVIOURS = {
  healthy: ({ random }: Moment): Reaction => ({ status: 200, afterMs: between(5, 120, random) }),
  /** Takes so long to respond that its events take the slow lane. */
  slow: ({ random }: Moment): Reaction => ({
    status: 200,
    afterMs: between(SUSPICIOUS.afterMs + 200, LATE.afterMs, random),
  }),
  failing: ({ random }: Moment): Reaction => ({ status: 503, afterMs: between(5, 60, random) }),
  /** Fails for the first three of every ten minutes. */
  flapping: ({ nowMs, random }: Moment): Reaction => ({
    status: nowMs % FLAPS_EVERY_MS < IS_DOWN_FOR_MS ? 502 : 200,
    afterMs: between(5, 200, random),
  }),
  /** Rejects some events with a final 4xx. */
  strict: ({ random }: Moment): Reaction => ({
    status: random() < REJECTED_SHARE ? 422 : 200,
    afterMs: between(5, 120, random),
  }),
} as const;
