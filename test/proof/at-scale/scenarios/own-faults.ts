import { MINUTE_MS, type Scenario, SECOND_MS, type Size } from './scenario.ts';

const OTHERS = { role: 'others', partners: 30, phases: ['healthy'] } as const;
const IN_TIME = { figure: 'longest', atMostMs: 2 * SECOND_MS } as const;
const ALL_SENT = { figure: 'unsent', atMost: 0 } as const;
/**
 * How long after the fault the last event may be sent: two sweep periods, because the first sweep may just miss a row,
 * and one minute in which the wake-ups are sent.
 */
const RESCUED_WITHIN_MS = 11 * MINUTE_MS;

/** Returns the scenarios in which requests cannot be prepared through a fault of ours, for some minutes. */
export const ownFaultScenarios = ({ stage, scale }: Size, minutes: number): readonly Scenario[] =>
  [undecryptable(scale, minutes), keysAway(scale, minutes)].map((scenario) => ({ ...scenario, stage }));

/** The secret of one partner cannot be decrypted, so each sweep wakes all of its calls so far. */
function undecryptable(scale: number, minutes: number): Scenario {
  const mendedMs = minutes * MINUTE_MS;
  const perSecond = 8 * scale;
  /** One message for each of its calls. */
  const atMost = (perSecond * mendedMs) / SECOND_MS;
  const endsMs = mendedMs + RESCUED_WITHIN_MS;
  return {
    name: `the secret of one partner cannot be decrypted for ${minutes} minutes`,
    groups: [{ role: 'troubled', partners: 1, phases: ['healthy'] }, OTHERS],
    load: [
      { roles: ['troubled'], fromMs: 0, untilMs: mendedMs, perSecond },
      { roles: ['others'], fromMs: 0, untilMs: endsMs, perSecond: 40 * scale },
    ],
    acts: [
      { atMs: 0, act: 'break secrets', role: 'troubled' },
      { atMs: mendedMs, act: 'mend secrets', role: 'troubled' },
    ],
    lengthMs: endsMs,
    goals: [
      { what: 'messages of the main queue in flight', role: 'troubled', bound: { figure: 'in flight', atMost } },
      { what: 'longest wait of the other partners', role: 'others', bound: IN_TIME },
      { what: 'calls without a request in the end', role: 'troubled', bound: ALL_SENT },
    ],
  };
}

/** KMS decrypts nothing from the start, when no function keeps a secret yet, and one receiver hangs. */
function keysAway(scale: number, minutes: number): Scenario {
  const backMs = minutes * MINUTE_MS;
  const endsMs = backMs + RESCUED_WITHIN_MS;
  return {
    name: `KMS decrypts nothing for ${minutes} minutes`,
    groups: [OTHERS, { role: 'dead', partners: 1, phases: ['hangs'] }],
    load: [
      { roles: ['others'], fromMs: 0, untilMs: endsMs, perSecond: 40 * scale },
      { roles: ['dead'], fromMs: 0, untilMs: endsMs, perSecond: 5 * scale },
    ],
    acts: [
      { atMs: 0, act: 'break secrets', role: 'others' },
      { atMs: 0, act: 'break secrets', role: 'dead' },
      { atMs: backMs, act: 'mend secrets', role: 'others' },
      { atMs: backMs, act: 'mend secrets', role: 'dead' },
    ],
    parts: [
      { name: 'without KMS', fromMs: 0 },
      { name: 'the first minute after it', fromMs: backMs },
      { name: 'later', fromMs: backMs + MINUTE_MS },
    ],
    lengthMs: endsMs,
    goals: [
      { what: 'calls without a request in the end', role: 'others', part: 'without KMS', bound: ALL_SENT },
      { what: 'longest wait, at first', role: 'others', part: 'the first minute after it', bound: IN_TIME },
      { what: 'longest wait, later', role: 'others', part: 'later', bound: IN_TIME },
    ],
  };
}
