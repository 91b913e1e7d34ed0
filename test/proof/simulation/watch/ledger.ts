import type { Outcome } from '../../../../shared/domain/deliveries/retry-policy.ts';

/** A request that a function has begun, as seen on the wire. */
export interface Request {
  /** Whether the request reached the receiver; false if no connection was made. */
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
  /** The number of the attempt in its round, from 1 to 8. */
  readonly number: number;
  /** The earliest time of the attempt. */
  readonly dueAtMs: number;
  /** The time of the claim by the clock of its environment. */
  readonly claimedAtMs: number;
  isSettled: boolean;
  request?: Request;
}

export type Ledger = ReturnType<typeof ledger>;

/** Records every claim of a run and its request, outside the table. */
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
    /** Counts the requests that reached the partner, per call and round. */
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
