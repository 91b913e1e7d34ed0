import type { Version } from '../../support/functions/version.ts';
import type { Nature } from './nature/environment.ts';
import { START_MS } from './setting.ts';

/** The versions of a run: this one and, in a run with a rollout, the one of the release before it. */
export type Side = 'this' | 'previous';
export interface BothVersions {
  readonly this: Version;
  readonly previous: Version;
}
export type Versions = Pick<BothVersions, 'this'> & Partial<BothVersions>;

/** The share of the invocations that go to this version: before a rollout, during it, after it, and back. */
const PHASES = [[0], [0.1, 0.5], [1], [0.9, 0.5], [0]] as const;

/**
 * Returns which version handles an invocation that begins now. The phases begin at random times until `untilMs`. Then
 * the rollout stays where it is: completed, rolled back, or half-way.
 */
export function rollout({ timeline, chances }: Nature, untilMs: number): () => Side {
  const begins = PHASES.slice(1)
    .map(() => chances.between('phase of the rollout', START_MS, untilMs))
    .sort((one, other) => one - other);
  const shares = PHASES.map((choice) => chances.pick('share of the rollout', choice));
  const last = chances.pick('end of the rollout', [0, 0.5, 1]);
  return () => {
    const now = timeline.nowMs();
    const share = now > untilMs ? last : (shares[begins.filter((atMs) => atMs <= now).length] ?? last);
    return chances.fraction('version of an invocation') < share ? 'this' : 'previous';
  };
}
