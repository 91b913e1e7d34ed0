import type { NoResponse, Outcome } from '../../../shared/domain/deliveries/retry-policy.ts';
import type { Chances } from '../virtual-time/chances.ts';

/** The behaviour of a receiver for one request. */
export interface Behaviour {
  readonly outcome: Outcome;
  readonly durationMs: readonly [least: number, most: number];
  /** Whether the request reaches the receiver. */
  readonly arrives: boolean;
}

const responds = (status: number, least = 5, most = 800): Behaviour => ({
  outcome: { kind: 'response', status },
  durationMs: [least, most],
  arrives: true,
});
const gives = (why: NoResponse, least: number, most: number, arrives = true): Behaviour => ({
  outcome: { kind: 'noResponse', why },
  durationMs: [least, most],
  arrives,
});

const OK = responds(200);
const SLOW_OK = responds(204, 3_000, 9_990);
/** No response within 10 seconds, or a later 2xx: the receiver has the event, but the service does not know. */
const HANGS = gives('timeout', 10_000, 10_000);
const FAILURES = [500, 503, 408, 429, 302].map((status) => responds(status));
const BROKEN = [
  gives('reset', 1, 9_000),
  gives('invalid response', 5, 500),
  gives('dns', 1, 9_000, false),
  gives('tls', 1, 900, false),
  gives('refused connection', 1, 100, false),
];
const FINAL = [400, 404, 410].map((status) => responds(status));

type Mood = readonly [Behaviour, ...Behaviour[]];
const MOODS: readonly [Mood, ...Mood[]] = [
  [OK, SLOW_OK],
  [OK, ...FAILURES, ...BROKEN, HANGS],
  [HANGS, HANGS, HANGS, responds(503)],
  [responds(503), ...FAILURES, ...BROKEN, HANGS, HANGS, SLOW_OK, ...FINAL],
  [OK, ...FAILURES, ...FAILURES, HANGS, SLOW_OK],
];
const HEALTHY: Mood = [OK];
const BAD: Mood = [HANGS, responds(503), gives('reset', 1, 100)];

/** Simulates a receiver whose mood is random during the faults. Then it is healthy or broken for good. */
export function receiver(chances: Chances, partnerId: string) {
  let mood = chances.pick(`mood of ${partnerId}`, MOODS);
  return {
    settleDown(): void {
      mood = chances.fraction(`end of ${partnerId}`) < 0.5 ? HEALTHY : BAD;
    },
    meets: (callId: string): Behaviour => chances.pick(`receiver of ${callId}`, mood),
  };
}
