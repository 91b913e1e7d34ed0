/**
 * The longest waits for AWS, in milliseconds. Without them, the SDK waits for a response until Lambda ends the
 * function, and never retries.
 */
interface Limits {
  readonly connectionTimeout: number;
  /** Until the response begins. A request can set a longer one. */
  readonly requestTimeout: number;
  /** Without a byte from AWS. Ends a response that stalls. No request can set a longer one. */
  readonly socketTimeout: number;
  /** Without it, the SDK only logs that a request takes too long. */
  readonly throwOnRequestTimeout: true;
}

/** So short that the SDK can retry within the shortest timeout of a function, which is 5 s. */
const FUNCTION_LIMITS: Limits = {
  connectionTimeout: 1_000,
  requestTimeout: 1_000,
  socketTimeout: 5_000,
  throwOnRequestTimeout: true,
};

/** An operator may be far away from AWS, and a tool may invoke a function and wait for its response. */
export const TOOL_LIMITS: Limits = {
  connectionTimeout: 5_000,
  requestTimeout: 20_000,
  socketTimeout: 150_000,
  throwOnRequestTimeout: true,
};

/**
 * Creates a client of the SDK for a function. Unless `config` has them, the SDK reads region, credentials and (locally)
 * the endpoint from the environment.
 */
export const functionClient = <Config extends object, Client>(
  Client: new (config: Config) => Client,
  config: Config,
): Client => new Client({ requestHandler: FUNCTION_LIMITS, ...config });

/** Creates a client of the SDK for a tool. */
export const toolClient = <Config extends object, Client>(
  Client: new (config: Config) => Client,
  config: Config,
): Client => new Client({ requestHandler: TOOL_LIMITS, ...config });
