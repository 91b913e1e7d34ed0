import { FUNCTION_NAMES, type FunctionName } from '../rights.ts';
import type { StageSettings } from '../stages.ts';

/**
 * Returns the concurrency reserved for a function. It is kept free for the function, and is also the most that the
 * function gets. An account has a concurrency of 1,000, unless its owner asked for more. In prod:
 *
 *   deliver-webhook   80   main 50 + slow 10 + hung 20: as much as its queues may use, so that none waits for another
 *   record-call       50   500 finished calls a second at 0.1 s each, which a flood of API requests must not turn away;
 *                          a sudden burst is throttled while its environments start, and the platform retries
 *   left             870   the API, 400 requests a second (throttle) of at most 2 s = 800; the relay, one for each
 *                          shard of the table's stream; the sweep, 1
 *
 * Nothing is reserved for the relay and the sweep, because they can do their work later. A cap on the relay would delay
 * events as soon as the table's stream has more shards than the cap.
 */
export function reservedConcurrency(
  action: FunctionName,
  { reservesConcurrency, recordCallConcurrency, deliveryConcurrency: { main, slow, hung } }: StageSettings,
): number | undefined {
  if (!reservesConcurrency) return undefined;
  if (action === 'deliver-webhook') return main + slow + hung;
  if (action === 'record-call') return recordCallConcurrency;
  return undefined;
}

/** CPU grows with memory. Functions on the request path get more; functions that wait for receivers get less. */
export const MEMORY_MB = { request: 1_024, background: 512 } as const;

/** Duration of a request, authorizer and endpoint together, when both are ten times slower than usual. */
const SLOW_REQUEST_SECONDS = 2;
/** Lambda rejects a reservation that would leave the account less unreserved concurrency than this. */
const NEVER_RESERVED = 100;

/**
 * Returns the concurrency that the account must have for the stage: what is reserved, plus the API at its throttle
 * while every request is slow. Returns `undefined` for a stage that reserves nothing, because such a stage fits into
 * any account.
 */
export function neededConcurrency(settings: StageSettings): number | undefined {
  if (!settings.reservesConcurrency) return undefined;
  const reserved = FUNCTION_NAMES.reduce((sum, action) => sum + (reservedConcurrency(action, settings) ?? 0), 0);
  return reserved + Math.max(NEVER_RESERVED, settings.throttle.requestsPerSecond * SLOW_REQUEST_SECONDS);
}
