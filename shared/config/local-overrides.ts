import * as z from 'zod/mini';
import { FIRST_WAIT_MS } from '../domain/deliveries/backoff.ts';
import { LEASE_MS } from '../domain/deliveries/lease.ts';
import { SWEEP_PERIOD_MS } from '../domain/deliveries/sweep-period.ts';

/**
 * Settings that only the local service may change. Its Lambda worker sets them as a global variable before it loads a
 * bundle. No environment variable or stack setting changes them, so a deployed function always runs with the defaults.
 */
export const LOCAL_OVERRIDES = Symbol.for('partner-lines.local-overrides');

const overrides = z.object({
  /** Whether webhooks may go to this machine and may use HTTP. See `permittedReceivers` and `parseWebhookUrl`. */
  allowLocalWebhooks: z._default(z.boolean(), false),
  /** `host:port` of the DNS server to query. When absent, the DNS servers of the operating system are queried. */
  dnsServer: z.optional(z.string()),
  /** PEM of an additional certificate authority that is trusted for webhook receivers. */
  extraCaPem: z.optional(z.string()),
  clockOffsetMs: z._default(z.number(), 0),
  /** How far the sandbox has moved the clock, in milliseconds as one BigInt64. The offset `clockOffsetMs` is added. */
  clockMove: z.optional(z.instanceof(SharedArrayBuffer)),
  /** Whether moving the clock also moves the times in signatures. */
  movesSignatures: z._default(z.boolean(), false),
  /** The first wait of the backoff. The longest wait is a fixed multiple of the first. */
  retryBaseMs: z._default(z.number(), FIRST_WAIT_MS),
  sweepPeriodMs: z._default(z.number(), SWEEP_PERIOD_MS),
  leaseMs: z._default(z.number(), LEASE_MS),
});
export type LocalOverrides = z.infer<typeof overrides>;

/**
 * Returns the overrides of the local service. A setting without an override has its default. Throws if an override is
 * malformed.
 */
export const localOverrides = (): LocalOverrides => overrides.parse(Reflect.get(globalThis, LOCAL_OVERRIDES) ?? {});
