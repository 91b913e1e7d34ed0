import { type Connection, wait } from './transport.ts';

export interface ClientOptions {
  readonly apiKey: string;
  /** The base address that you were given with the key. */
  readonly baseUrl: string;
  /** For one attempt. 30 seconds unless set. */
  readonly timeoutMs?: number;
  /** Requests per call, the first included. 8 unless set; 1 never repeats anything. */
  readonly maxAttempts?: number;
  /** A longer wait than this ends the call with the error instead. 5 minutes unless set: the rate limit's window. */
  readonly maxWaitMs?: number;
  /** In place of the global fetch: for proxies, or in tests. */
  readonly fetch?: typeof globalThis.fetch;
  /** In place of a timer, in tests. */
  readonly wait?: Connection['wait'];
  /** In place of Math.random, in tests. */
  readonly random?: () => number;
}

const DEFAULTS = { timeoutMs: 30_000, maxAttempts: 8, maxWaitMs: 300_000, wait, random: Math.random };

/** Throws a TypeError for a base address or a key with which no request could ever be sent. */
export function connectionOf({ apiKey, baseUrl, ...options }: Partial<ClientOptions> = {}): Connection {
  // Looked up late, so that what has replaced the global one by then is used.
  const fetch: typeof globalThis.fetch = (...request) => globalThis.fetch(...request);
  return { ...DEFAULTS, fetch, ...given(options), apiKey: checkedKey(apiKey), baseUrl: checkedAddress(baseUrl) };
}

/** The key itself never stands in the message: messages are logged. */
function checkedKey(apiKey: unknown): string {
  if (typeof apiKey === 'string' && /^[!-~]+$/.test(apiKey)) return apiKey;
  throw new TypeError('apiKey must be the key you were given: ASCII characters, no white space or line break');
}

function checkedAddress(baseUrl: unknown): string {
  if (typeof baseUrl === 'string' && isBaseAddress(baseUrl)) return baseUrl.replace(/\/+$/, '');
  throw new TypeError(
    'baseUrl must be the address you were given with the key, such as https://api.example.com/prod: ' +
      'http or https, and no credentials, query or fragment',
  );
}

function isBaseAddress(text: string): boolean {
  try {
    const { protocol, username, password } = new URL(text);
    return /^https?:$/.test(protocol) && !username && !password && !/[?#\s]/.test(text);
  } catch {
    return false;
  }
}

/** Without what is set to undefined, which would hide a default. */
const given = <Options extends object>(options: Options) =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Options;
