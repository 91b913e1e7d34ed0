import { RATE_LIMIT, type RateWindow, rateCounterName, rateWindowAt } from '../../shared/domain/partners/rate-limit.ts';
import { countRequest } from '../../shared/store/partners/rate-counters.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import { type CallerDisruption, type Disguise, randomAddress } from './disruptions.ts';
import type { Run } from './operator.ts';

interface Deps {
  readonly table: Table;
  readonly run: Run;
  readonly nowMs: () => number;
  readonly createPartner: (about: { name: string; quota?: number }) => Promise<{ partnerId: string; apiKey: string }>;
}

/**
 * Makes the callers whose requests fail. The service itself rejects these requests, because the rate limit is reached,
 * the key is revoked, the partner is suspended or the quota is used up. The test's own partners do not change.
 */
export const callerFor =
  (deps: Deps) =>
  async (kind: CallerDisruption): Promise<Disguise> => {
    if (kind === 'rate-limit') return callerOverLimit(deps);
    const { partnerId, apiKey } = await deps.createPartner({
      name: `Caller for ${kind}`,
      ...(kind === 'quota' && { quota: 0 }),
    });
    if (kind === 'unauthorized') await deps.run('key revoke', { partner: partnerId });
    if (kind === 'suspended') await deps.run('partner suspend', { partner: partnerId });
    return async (incoming) => ({ ...incoming, headers: withKey(incoming.headers, apiKey) });
  };

/** Returns the headers with `apiKey` in place of their API key. Adds no key to headers without one. */
const withKey = (headers: Readonly<Record<string, string[]>>, apiKey: string) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, values]) =>
      name.toLowerCase() === 'authorization' ? [name, [`Bearer ${apiKey}`]] : [name, values],
    ),
  );

/**
 * In this time before the end of a rate-limit window, the next window is used up too, because the service may count the
 * request in the next window.
 */
const NEAR_THE_END_MS = 10_000;

/** Makes requests come from an address that is over the rate limit, until the window of the first such request ends. */
function callerOverLimit({ table, nowMs }: Deps): Disguise {
  const sourceIp = randomAddress();
  const filled = new Map<string, Promise<unknown>>();
  let windowStart: number | undefined;
  return async (incoming, { method, pathParameters }) => {
    const now = nowMs();
    const window = rateWindowAt(now);
    windowStart ??= window.startUnixSeconds;
    if (windowStart !== window.startUnixSeconds) return undefined;
    const hash = rateCounterName(sourceIp, method.path, pathParameters['customerId']);
    const filling =
      filled.get(hash) ?? Promise.all(rateWindowsToFill(now).map((each) => fillRateWindow(table, hash, each)));
    filled.set(hash, filling);
    await filling;
    return { ...incoming, sourceIp };
  };
}

function rateWindowsToFill(nowMs: number): RateWindow[] {
  const [window, next] = [rateWindowAt(nowMs), rateWindowAt(nowMs + NEAR_THE_END_MS)];
  return next.startUnixSeconds === window.startUnixSeconds ? [window] : [window, next];
}

const fillRateWindow = (table: Table, hash: string, window: RateWindow) =>
  Promise.all(Array.from({ length: RATE_LIMIT.requests }, () => countRequest(table, hash, window)));
