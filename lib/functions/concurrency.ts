import { type DeployedFunction, FUNCTION_NAMES } from '../rights.ts';
import type { StageSettings } from '../stages.ts';

/**
 * Returns the concurrency reserved for a function. It is kept free for the function, and is also the most that the
 * function gets. An account has a concurrency of 1,000, unless its owner asked for more. In prod:
 *
 *   deliver-webhook   80   main 50 + slow 10 + hung 20: the most that its queues may use, so no lane waits for another
 *   line-for-call     50   1,000 look-ups a second at 0.05 s each
 *   record-call       50   500 finished calls a second at 0.1 s each. In a sudden burst, Lambda rejects calls while
 *                          environments start, and the platform retries
 *   intake            20   the most that its queue may use. Further messages wait in the queue
 *   left             800   the API: 400 requests a second (throttle) of at most 2 s. It never needs all 800, so there
 *                          is room for the relay (one per shard of the table's stream) and the sweep (one)
 *
 * A flood of API requests cannot use what is reserved for line-for-call and record-call. Nothing is reserved for the
 * relay and the sweep, because they can do their work later. A cap on the relay would delay events as soon as the
 * table's stream has more shards than the cap.
 */
export function reservedConcurrency(
  action: DeployedFunction,
  {
    reservesConcurrency,
    lineForCallConcurrency,
    recordCallConcurrency,
    intakeConcurrency,
    deliveryConcurrency: { main, slow, hung },
  }: StageSettings,
): number | undefined {
  if (!reservesConcurrency) return undefined;
  if (action === 'deliver-webhook') return main + slow + hung;
  if (action === 'line-for-call') return lineForCallConcurrency;
  if (action === 'record-call') return recordCallConcurrency;
  if (action === 'intake') return intakeConcurrency;
  return undefined;
}

export const warmInstances = (
  action: DeployedFunction,
  { warmInstances: settings = {} }: Pick<StageSettings, 'warmInstances'>,
): number | undefined => Object.entries(settings).find(([name]) => name === action)?.[1];

/** How long authorizer and endpoint take together for a request, when both are ten times slower than usual. */
const SLOW_REQUEST_SECONDS = 2;
/** Lambda rejects settings that would reserve this part of the account's concurrency. */
const NEVER_SET_ASIDE = 100;

/** During a deployment, the old and the new version of a function have their warm instances at the same time. */
const WARM_VERSIONS = 2;

/**
 * Returns the concurrency that the account must have for the stage: what is reserved or kept warm, plus what the API
 * needs at its throttle when every request is slow. A warm instance serves only its own function, so it is not
 * subtracted from what the API needs. Returns `undefined` for a stage that reserves nothing and keeps nothing warm,
 * because it fits into any account.
 */
export function neededConcurrency(settings: StageSettings): number | undefined {
  const sumOf = (of: typeof reservedConcurrency) =>
    FUNCTION_NAMES.reduce((sum, action) => sum + (of(action, settings) ?? 0), 0);
  const setAside = sumOf(reservedConcurrency) + WARM_VERSIONS * sumOf(warmInstances);
  if (setAside === 0) return undefined;
  const ofApi = settings.reservesConcurrency ? settings.throttle.requestsPerSecond * SLOW_REQUEST_SECONDS : 0;
  return setAside + Math.max(NEVER_SET_ASIDE, ofApi);
}
