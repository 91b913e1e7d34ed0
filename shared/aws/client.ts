/**
 * The timeouts of requests to AWS, in milliseconds. Without timeouts, the SDK would wait for a missing response until
 * Lambda ends the function.
 */
interface Limits {
  readonly connectionTimeout: number;
  /** How long to wait until the response begins. A single request can set a longer wait, up to `socketTimeout`. */
  readonly requestTimeout: number;
  /** How long a connection may be silent before its request fails. A single request cannot set a longer wait. */
  readonly socketTimeout: number;
  /** Makes a request fail at `requestTimeout`. Without this flag, the SDK only logs that the request takes too long. */
  readonly throwOnRequestTimeout: true;
}

/** How many connections a client of the SDK can have. A further request waits for a connection. */
export const SDK_CONNECTIONS = 50;

/** Timeouts that leave time to retry a request within the shortest timeout of a function. */
export const FUNCTION_LIMITS: Limits = {
  connectionTimeout: 1_000,
  requestTimeout: 1_000,
  socketTimeout: 5_000,
  throwOnRequestTimeout: true,
};

/**
 * How long a tool waits for a function: longer than the timeout of the sweep, which is the longest of the functions that
 * operators invoke.
 */
export const LONGEST_INVOCATION_MS = 150_000;

/** Long timeouts, because an operator may be far from AWS, and a tool may wait for a function that it invokes. */
export const TOOL_LIMITS: Limits = {
  connectionTimeout: 5_000,
  requestTimeout: 20_000,
  socketTimeout: LONGEST_INVOCATION_MS,
  throwOnRequestTimeout: true,
};

/**
 * Creates a client of the SDK for a function. The SDK reads region, credentials and (locally) the endpoint from the
 * environment, unless `config` has them.
 */
export const functionClient = <Config extends object, Client>(
  Client: new (config: Config) => Client,
  config: Config,
): Client => new Client({ requestHandler: FUNCTION_LIMITS, ...config });

export const toolClient = <Config extends object, Client>(
  Client: new (config: Config) => Client,
  config: Config,
): Client => new Client({ requestHandler: TOOL_LIMITS, ...config });
