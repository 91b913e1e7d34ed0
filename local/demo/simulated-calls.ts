import type { VoicePlatform } from '../../clients/voice-platform/src/index.ts';
import { newCallId } from '../../shared/domain/ids.ts';
import { finishedCall, pickOne } from './finished-call.ts';
import type { Kind, Language } from './partners.ts';

export interface DemoLine {
  readonly number: string;
  readonly kind: Kind;
  readonly language: Language;
}

export interface Simulation {
  readonly client: VoicePlatform;
  readonly lines: readonly DemoLine[];
  readonly nowMs: () => number;
  /** Returns a number in [0, 1). */
  readonly random: () => number;
  /** Waits for this number of milliseconds, or until the simulation ends. */
  readonly wait: (ms: number) => Promise<void>;
  readonly say: (sentence: string) => void;
}

export const MEAN_CALLS_PER_SECOND = 3;
/** The share by which the rate of calls rises above and falls below its mean, so that charts of calls are not flat. */
const SWING = 0.5;
const SWINGS_EVERY_MS = 1_200_000;
/** The longest real time that a simulated conversation takes. The duration in the finished call is longer. */
const LONGEST_CONVERSATION_MS = 10_000;
export const QUEUED_SHARE = 0.2;
/** The share of calls to a number that no line has. */
const WRONG_NUMBER_SHARE = 0.01;
/** The share of calls that are handed over without a summary. The service refuses these calls. */
export const BLANK_SHARE = 0.001;
/** How the first two calls are handed over. These calls have no summary, so that the demo soon shows refused calls. */
const FIRST_BLANK_WAYS = ['invoked', 'queued'] as const;
const WRONG_NUMBER = '+14165550199';

export const callsPerSecond = (nowMs: number): number =>
  MEAN_CALLS_PER_SECOND * (1 + SWING * Math.sin((2 * Math.PI * nowMs) / SWINGS_EVERY_MS));

/** Simulates callers until the signal aborts. Resolves when no call is running. */
export async function simulateCalls(simulation: Simulation, signal: AbortSignal): Promise<void> {
  const { nowMs, random, wait, say } = simulation;
  const running = new Set<Promise<void>>();
  const blankWays: BlankWay[] = [...FIRST_BLANK_WAYS];
  let hasFailed = false;
  for (;;) {
    // The time between two calls of independent callers, which has an exponential distribution.
    await wait((-Math.log(1 - random()) / callsPerSecond(nowMs())) * 1_000);
    if (signal.aborted) break;
    const call = simulateCall(simulation, signal, blankWays.shift())
      .then(() => {
        hasFailed = false;
      })
      .catch((error: unknown) => {
        if (!hasFailed && !signal.aborted) say(`The simulated voice platform failed: ${String(error)}`);
        hasFailed = true;
      })
      .finally(() => running.delete(call));
    running.add(call);
  }
  await Promise.all(running);
}

type BlankWay = (typeof FIRST_BLANK_WAYS)[number];

/**
 * Looks up the line when a call begins, and hands the call over when it has ended. `blankWay` says how to hand the call
 * over without a summary.
 */
export async function simulateCall(
  simulation: Omit<Simulation, 'say'>,
  signal: AbortSignal,
  blankWay?: BlankWay,
): Promise<void> {
  const { client, lines, nowMs, random, wait } = simulation;
  const line = pickOne(lines, random);
  const number = random() < WRONG_NUMBER_SHARE ? WRONG_NUMBER : line.number;
  const found = await client.lineForCall({ number });
  if (!('line' in found)) return;
  await wait(LONGEST_CONVERSATION_MS * random());
  if (signal.aborted) return;
  const { kind, language } = line;
  const call = finishedCall({ callId: newCallId(nowMs()), kind, language, endedAtMs: nowMs(), random });
  const isBlank = blankWay !== undefined || random() < BLANK_SHARE;
  const isQueued = blankWay === undefined ? random() < QUEUED_SHARE : blankWay === 'queued';
  const input = { tenantId: found.line.tenantId, call: isBlank ? { ...call, summary: '' } : call };
  await (isQueued ? client.enqueueCall(input) : client.recordCall(input));
}
