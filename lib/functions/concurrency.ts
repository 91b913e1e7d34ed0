import * as z from 'zod';
import { type Action, ROUTES } from '../../shared/contract/routes.ts';
import type { floodSettings } from '../api/flood-limits.ts';
import { type DeployedFunction, FUNCTION_NAMES } from '../rights.ts';

/** AWS's default quota of concurrent invocations for an account and region. A new account can have a lower one. */
export const ACCOUNT_CONCURRENCY = 1_000;
export const CONCURRENCY_QUOTA_CODE = 'L-B99A9384';

/** The highest limit that Lambda accepts for the concurrency of a mapping. */
export const MAX_MAPPING_CONCURRENCY = 1_000;
const laneConcurrency = z.int().min(2).max(MAX_MAPPING_CONCURRENCY);

/** The functions for which a partner's client waits. */
const CLIENT_WAITS_FOR: readonly (Action | 'authorizer')[] = ['authorizer', ...ROUTES.map(({ action }) => action)];

/** The settings of a stage that say how many invocations of a function can run at the same time. */
export const concurrencySettings = z.object({
  /** How many invocations of each lane can run at the same time. */
  deliveryConcurrency: z.strictObject({ main: laneConcurrency, slow: laneConcurrency, hung: laneConcurrency }),
  /** The reserved concurrency of line-for-call. Used only with `reservesConcurrency`. */
  lineForCallConcurrency: z.int().min(1).max(1_000),
  /** The reserved concurrency of record-call. Used only with `reservesConcurrency`. */
  recordCallConcurrency: z.int().min(1).max(1_000),
  /** How many invocations of intake can run at the same time. */
  intakeConcurrency: laneConcurrency,
  /**
   * Whether some functions have reserved concurrency. A new account with a quota of 10 cannot reserve anything.
   */
  reservesConcurrency: z.boolean(),
  /**
   * How many instances of a function are kept warm (provisioned concurrency), so that fewer requests wait for a cold
   * start. Each warm instance costs money even without requests. See docs/deploy.md, "Warm start".
   */
  warmInstances: z.partialRecord(z.enum(CLIENT_WAITS_FOR), z.int().min(1).max(100)).optional(),
});
type ConcurrencySettings = z.infer<typeof concurrencySettings>;

export const SMALL_CONCURRENCY: ConcurrencySettings = {
  deliveryConcurrency: { main: 5, slow: 2, hung: 2 },
  lineForCallConcurrency: 50,
  recordCallConcurrency: 50,
  intakeConcurrency: 2,
  reservesConcurrency: false,
};

/** The concurrency of prod. `npm run capacity` computes what another load needs. */
export const PROD_CONCURRENCY: ConcurrencySettings = {
  deliveryConcurrency: { main: 50, slow: 10, hung: 20 },
  lineForCallConcurrency: 50,
  recordCallConcurrency: 50,
  intakeConcurrency: 20,
  reservesConcurrency: true,
};

/**
 * Returns the concurrency reserved for a function, if any. The function cannot use more. deliver-webhook and intake get
 * what their queues may use. A flood of API requests cannot use the reserve of line-for-call and
 * record-call. The relay has no limit, because a limit below the number of shards of the table's stream would delay
 * events.
 */
export function reservedConcurrency(
  action: DeployedFunction,
  {
    reservesConcurrency,
    lineForCallConcurrency,
    recordCallConcurrency,
    intakeConcurrency,
    deliveryConcurrency: { main, slow, hung },
  }: ConcurrencySettings,
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
  { warmInstances: settings = {} }: Pick<ConcurrencySettings, 'warmInstances'>,
): number | undefined => Object.entries(settings).find(([name]) => name === action)?.[1];

/** How long authorizer and endpoint take together for a slow request. */
const SLOW_REQUEST_SECONDS = 2;
/** The concurrency that Lambda keeps unreserved in an account. Lambda rejects settings that leave less. */
const NEVER_SET_ASIDE = 100;

/** During a deployment, the old and the new version of a function have their warm instances at the same time. */
const WARM_VERSIONS = 2;

/**
 * Returns the concurrency that the account must have for the stage: what is reserved or kept warm, plus at least
 * `NEVER_SET_ASIDE`. If the stage reserves concurrency, the rest also suffices for as many slow requests as the API's
 * throttle permits. Returns `undefined` for a stage that reserves nothing and keeps nothing warm.
 */
export function neededConcurrency(
  settings: ConcurrencySettings & Pick<z.infer<typeof floodSettings>, 'throttle'>,
): number | undefined {
  const sumOf = (of: typeof reservedConcurrency) =>
    FUNCTION_NAMES.reduce((sum, action) => sum + (of(action, settings) ?? 0), 0);
  const setAside = sumOf(reservedConcurrency) + WARM_VERSIONS * sumOf(warmInstances);
  if (setAside === 0) return undefined;
  const ofApi = settings.reservesConcurrency ? settings.throttle.requestsPerSecond * SLOW_REQUEST_SECONDS : 0;
  return setAside + Math.max(NEVER_SET_ASIDE, ofApi);
}
