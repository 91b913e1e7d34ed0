import { RESPONSE_LIMIT_MS } from '../../../../shared/domain/deliveries/response-timeout.ts';
import { type Health, isFailing, waitingNotices } from '../../../../shared/domain/partners/health.ts';
import type { Notice } from '../../../../shared/domain/partners/notice-message.ts';
import { healthItem } from '../../../../shared/store/partners/health.ts';
import type { Item } from '../../memory-table/values.ts';
import { CLOCK_ERROR_MS } from '../nature/environment.ts';
import type { Claim, Ledger } from './ledger.ts';

interface Deps {
  readonly ledger: Ledger;
  /** Returns the attempts of all calls of the partner with this partition key. */
  readonly claimsOf: (PK: string) => readonly Claim[];
}

/** Written a second time, so that the check does not repeat a mistake of the rules. */
const FAILURES_IN_A_ROW = 5;
const LONGEST_RUN_MS = 3_600_000;
/** Clocks differ, and a function that was frozen assumes that a response took as long as it may. */
const LATE_MS = 2 * CLOCK_ERROR_MS + RESPONSE_LIMIT_MS;

type StoredHealth = Health & { readonly lastCounted?: string | undefined };
export type HealthWatch = ReturnType<typeof healthWatch>;

/** Checks every change of the health of a partner against what happened on the wire, and every notice. */
export function healthWatch({ ledger, claimsOf }: Deps) {
  const known = new Map<string, StoredHealth>();
  const stored = new Map<string, Notice[]>();
  const heard = new Set<string>();

  function look(PK: string, item: Item | undefined): void {
    const [before, after] = [known.get(PK) ?? {}, healthItem.parse(item ?? {})];
    known.set(PK, after);
    if (after.lastCounted !== before.lastCounted) checkCounted(PK, before, after);
    else ledger.demand('H1', (after.failures ?? 0) <= (before.failures ?? 0), `${PK} counts an attempt twice`);
    if (before.runSinceMs !== undefined && after.runSinceMs === undefined) checkEnd(PK, before.runSinceMs);
    checkState(PK, before, after);
    for (const notice of waitingNotices(after)) store(PK, notice);
  }

  /** H1: only an attempt that failed is counted, and only a first attempt adds to the number. */
  function checkCounted(PK: string, before: StoredHealth, after: StoredHealth): void {
    const claim = ledger.byToken(after.lastCounted);
    const outcome = claim?.request?.outcome;
    ledger.demand('H1', outcome !== undefined && !isSuccess(claim), `${PK} counts an attempt that did not fail`);
    const added = (after.failures ?? 0) - (before.failures ?? 0);
    ledger.demand('H1', added === (claim?.number === 1 ? 1 : 0), `${PK} counts ${added} for attempt ${claim?.number}`);
  }

  /** H1: a run of failures ends only with a success that came after its beginning. */
  function checkEnd(PK: string, sinceMs: number): void {
    const hasSucceeded = claimsOf(PK).some(
      (claim) => isSuccess(claim) && (claim.request?.endedAtMs ?? 0) >= sinceMs - LATE_MS,
    );
    ledger.demand('H1', hasSucceeded, `the run of ${PK} ended without a success`);
  }

  /** H1: a partner is failing if and only if its run is long enough, from that moment until the run ends. */
  function checkState(PK: string, before: StoredHealth, after: StoredHealth): void {
    const { failures = 0, runSinceMs = Number.NaN, lastFailedAtMs = Number.NaN } = after;
    const isLong = failures >= FAILURES_IN_A_ROW || lastFailedAtMs - runSinceMs > LONGEST_RUN_MS;
    if (isFailing(after) && !isFailing(before)) ledger.demand('H1', isLong, `${PK} is failing after a short run`);
    if (isFailing(before) && !isFailing(after))
      ledger.demand('H1', after.runSinceMs === undefined, `${PK} stopped failing during a run`);
    const isTold = after.outageSinceMs === before.outageSinceMs;
    ledger.demand('H2', isTold || waitingNotices(after).length > 0, `an outage of ${PK} changed without a notice`);
  }

  /** H2: each change of state has one notice with an id of its own, and the states of a partner alternate. */
  function store(PK: string, notice: Notice): void {
    const earlier = stored.get(PK) ?? [];
    if (earlier.some(({ id }) => id === notice.id)) return;
    const [last] = earlier.slice(-1);
    ledger.demand('H2', (last?.state ?? 'healthy') !== notice.state, `${PK} is twice in a row ${notice.state}`);
    stored.set(PK, [...earlier, notice]);
  }

  const ids = () => [...stored.values()].flat().map(({ id }) => id);

  return {
    look,
    /** SNS accepted a notice. */
    heard: (id: string) => void heard.add(id),
    /** H2 and H3, once faults have ended and sweeps have run. */
    checkEndOfRun(): void {
      for (const id of ids()) ledger.demand('H3', heard.has(id), `the notice ${id} was never sent`);
      for (const id of heard) ledger.demand('H2', ids().includes(id), `the notice ${id} was sent but not stored`);
      for (const [PK, health] of known) {
        const isDue = (health.failures ?? 0) >= FAILURES_IN_A_ROW;
        ledger.demand('H1', !isDue || isFailing(health), `${PK} failed ${health.failures} times and is not failing`);
        ledger.demand('H3', waitingNotices(health).length === 0, `a notice about ${PK} still waits`);
      }
    },
    /** How many notices were stored. */
    notices: () => ids().length,
  };
}

function isSuccess(claim: Claim | undefined): boolean {
  const outcome = claim?.request?.outcome;
  return outcome?.kind === 'response' && outcome.status >= 200 && outcome.status < 300;
}
