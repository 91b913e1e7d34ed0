import type { Outcome } from '../../../../shared/domain/deliveries/retry-policy.ts';

/** A request that a function has begun, as the partner's side of the wire sees it. */
export interface Request {
  /** False when no connection came about. */
  readonly arrived: boolean;
  readonly startedAtMs: number;
  endedAtMs?: number;
  outcome?: Outcome;
}

/** An attempt that was counted in a row. */
export interface Claim {
  readonly token: string;
  readonly callId: string;
  readonly series: number;
  /** 1 to 8 within its series. */
  readonly number: number;
  /** When it was allowed at the earliest. */
  readonly dueAtMs: number;
  /** By the clock of the environment that made it. */
  readonly claimedAtMs: number;
  isSettled: boolean;
  request?: Request;
}

export type Ledger = ReturnType<typeof ledger>;

/** What a run remembers beside the table: every claim, with what became of it. */
export function ledger(fail: (invariant: string, what: string) => void) {
  const claims = new Map<string, Claim>();
  const ofCall = new Map<string, Claim[]>();
  return {
    fail,
    demand(invariant: string, isTrue: boolean, what: string): void {
      if (!isTrue) fail(invariant, what);
    },
    add(claim: Claim): void {
      claims.set(claim.token, claim);
      ofCall.set(claim.callId, [...(ofCall.get(claim.callId) ?? []), claim]);
    },
    byToken: (token: string | undefined): Claim | undefined => (token === undefined ? undefined : claims.get(token)),
    of: (callId: string): readonly Claim[] => ofCall.get(callId) ?? [],
    /** Requests that reached the partner, per series of a call. */
    wireRequests(): Map<string, number> {
      const counts = new Map<string, number>();
      for (const { callId, series, request } of claims.values()) {
        const name = `${callId}, series ${series}`;
        if (request?.arrived) counts.set(name, (counts.get(name) ?? 0) + 1);
      }
      return counts;
    },
  };
}
