import { FUNCTION_NAMES, type FunctionName } from '../rights.ts';
import type { StageSettings } from '../stages.ts';

/**
 * How many invocations at once are kept free for a function, which is also the most it gets. An account has 1,000
 * unless it asked for more. In prod:
 *
 *   deliver-webhook   60   main 50 + slow 10: as much as its two queues may ask for, so that neither waits for the other
 *   record-call       50   at 0.1 s each 500 finished calls a second: a flood of API requests must not turn them away
 *   left             890   the API, 400 requests a second of at most 2 s (throttle) = 800; the relay, one for each shard
 *                          of the table's stream; the sweeper, 1
 *
 * Nothing is kept for the relay and the sweeper: what they cannot do now they do later, and a cap on the relay would only
 * delay events once the table has more shards than that.
 */
export function reservedConcurrency(
  action: FunctionName,
  { reservesConcurrency, deliveryConcurrency: { main, slow } }: StageSettings,
): number | undefined {
  if (!reservesConcurrency) return undefined;
  if (action === 'deliver-webhook') return main + slow;
  if (action === 'record-call') return 50;
  return undefined;
}

/** An authorizer and an endpoint of a request, each slowed down tenfold. */
const SLOW_REQUEST_SECONDS = 2;
/** Lambda refuses a reservation that would leave the account less. */
const NEVER_RESERVED = 100;

/**
 * How many invocations at once an account must allow for the stage: what is reserved, and the API at its throttle when
 * each request is slow. Undefined for a stage that reserves nothing, which fits into any account.
 */
export function neededConcurrency(settings: StageSettings): number | undefined {
  if (!settings.reservesConcurrency) return undefined;
  const reserved = FUNCTION_NAMES.reduce((sum, action) => sum + (reservedConcurrency(action, settings) ?? 0), 0);
  return reserved + Math.max(NEVER_RESERVED, settings.throttle.requestsPerSecond * SLOW_REQUEST_SECONDS);
}
