import type { Outcome } from '../../../../shared/domain/deliveries/retry-policy.ts';
import type { Chances } from '../../virtual-time/chances.ts';

interface Behaviour {
  readonly outcome: Outcome;
  readonly durationMs: readonly [least: number, most: number];
}

const responds = (status: number, least: number, most: number): Behaviour => ({
  outcome: { kind: 'response', status },
  durationMs: [least, most],
});
const HEALTHY = responds(200, 60, 400);

/** How receivers behave. A kind with two behaviours takes the second for one request in a hundred. */
const BEHAVIOURS = {
  healthy: [HEALTHY],
  'slow at times': [HEALTHY, responds(200, 1_000, 2_500)],
  'takes 2.9 s': [responds(200, 2_900, 2_900)],
  'takes 4 s': [responds(200, 4_000, 4_000)],
  hangs: [{ outcome: { kind: 'noResponse', why: 'timeout' }, durationMs: [10_000, 10_000] }],
  'returns 503': [responds(503, 60, 400)],
  'refuses connections': [{ outcome: { kind: 'noResponse', why: 'refused connection' }, durationMs: [5, 50] }],
  'returns 410': [responds(410, 60, 400)],
} as const satisfies Readonly<Record<string, readonly [Behaviour, Behaviour?]>>;

export type Kind = keyof typeof BEHAVIOURS;

/** Returns how a receiver of this kind handles one request. */
export function behaviourOf(kind: Kind, chances: Chances): { readonly outcome: Outcome; readonly durationMs: number } {
  const [usual, rare = usual]: readonly [Behaviour, Behaviour?] = BEHAVIOURS[kind];
  const { outcome, durationMs } = chances.fraction('rare') < 0.01 ? rare : usual;
  return { outcome, durationMs: chances.between('receiver', ...durationMs) };
}
