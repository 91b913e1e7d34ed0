import { DEFAULT_RULES } from './retry-policy.ts';
import { type Connection, DEFAULT_TIMEOUT_MS, wait } from './transport.ts';

export interface ClientOptions {
  readonly apiKey: string;
  /** The base URL that you received with your key, without `/v1`. */
  readonly baseUrl: string;
  /** Time limit for one attempt. Default: 30 seconds. */
  readonly timeoutMs?: number;
  /**
   * How many attempts a request has, at most. Each page of a list is a request of its own. Default: 8. With 1, no
   * request is retried.
   */
  readonly maxAttempts?: number;
  /**
   * The longest total wait before the retries of a request, in milliseconds. If the next wait would exceed this limit,
   * the client throws instead. Default: 30 seconds. To wait for the next window of the rate limit, set 310,000.
   */
  readonly maxWaitMs?: number;
  /** Replaces the global `fetch`, for proxies or in tests. */
  readonly fetch?: typeof globalThis.fetch;
  /** Replaces the waits between requests, in tests. */
  readonly wait?: Connection['wait'];
  /** Replaces `Math.random`, in tests. */
  readonly random?: () => number;
  /** Replaces `Date.now`, in tests. */
  readonly now?: () => number;
}

const DEFAULTS = { timeoutMs: DEFAULT_TIMEOUT_MS, ...DEFAULT_RULES, wait, random: Math.random, now: Date.now };

/** Throws a TypeError if the base URL or the key is malformed. */
export function connectionOf({ apiKey, baseUrl, ...options }: Partial<ClientOptions> = {}): Connection {
  // The global `fetch` is looked up for each request, because a program may replace it later.
  const fetch: typeof globalThis.fetch = (...request) => globalThis.fetch(...request);
  return { ...DEFAULTS, fetch, ...given(options), apiKey: requireKey(apiKey), baseUrl: requireBaseUrl(baseUrl) };
}

/** Throws a TypeError for an invalid key, without the key in the message, because messages may be logged. */
function requireKey(apiKey: unknown): string {
  if (typeof apiKey === 'string' && /^[!-~]+$/.test(apiKey)) return apiKey;
  throw new TypeError('apiKey must be your API key: printable ASCII characters without white space');
}

function requireBaseUrl(baseUrl: unknown): string {
  if (typeof baseUrl === 'string' && isBaseUrl(baseUrl)) return baseUrl.replace(/\/+$/, '');
  throw new TypeError(
    'baseUrl must be the base URL that you received with your key, such as https://api.example.com/prod: http or https, without credentials, query or fragment',
  );
}

function isBaseUrl(text: string): boolean {
  try {
    const { protocol, username, password } = new URL(text);
    return /^https?:$/.test(protocol) && !username && !password && !/[?#\s]/.test(text);
  } catch {
    return false;
  }
}

/** Returns the options without those that are undefined, because an undefined option would hide its default. */
const given = <Options extends object>(options: Options) =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Options;
