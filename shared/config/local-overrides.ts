import * as z from 'zod/mini';

/**
 * Settings that only the local service may change. Its Lambda worker sets them as a global before it loads a bundle. No
 * environment variable or stack setting reaches them, so a deployed function always runs with the defaults.
 */
export const LOCAL_OVERRIDES = Symbol.for('partner-lines.local-overrides');

const overrides = z.object({
  /** Permits `http:` and loopback receivers. */
  allowLocalWebhooks: z._default(z.boolean(), false),
  /** `host:port` of the DNS server to query; when absent, the system's servers. */
  dnsServer: z.optional(z.string()),
  /** PEM of one more trusted certificate authority for webhook receivers. */
  extraCaPem: z.optional(z.string()),
  clockOffsetMs: z._default(z.number(), 0),
  /** First wait of the backoff; the longest wait is sixty times as long. */
  retryBaseMs: z._default(z.number(), 60_000),
  sweepPeriodMs: z._default(z.number(), 300_000),
  leaseMs: z._default(z.number(), 30_000),
});
export type LocalOverrides = z.infer<typeof overrides>;

/**
 * Returns the overrides that the local service has set, and the defaults for all others. Throws if one is malformed.
 */
export const localOverrides = (): LocalOverrides => overrides.parse(Reflect.get(globalThis, LOCAL_OVERRIDES) ?? {});
