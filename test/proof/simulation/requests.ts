import { EVENT_HEADERS } from '../../../shared/contract/calls/event-headers.ts';
import type { Post } from '../../../shared/delivery/sending/sender.ts';
import { MAX_ATTEMPTS } from '../../../shared/domain/deliveries/retry-policy.ts';
import { isSignedAsSent, isWhollySignedWith } from '../../support/receivers/signature.ts';
import { CLOCK_ERROR_MS } from './nature/environment.ts';
import { LEASE_MS } from './setting.ts';
import type { Claim, Ledger, Request } from './watch/ledger.ts';

/** How the function that sends requests handles one message. */
export interface Flow {
  /** The time at which the function read the webhook. */
  readonly readAtMs: number;
  token?: string;
}

interface Deps {
  readonly ledger: Ledger;
  readonly nowMs: () => number;
  /** Whether some requests come from the version of the release before. */
  readonly isMixed: boolean;
  /** Tells whether the partner of the call had that webhook at some time since `sinceMs`. */
  readonly wasInForce: (callId: string, url: string, sinceMs: number) => boolean;
  /** Returns the secrets of the call's partner that were in force at some time since `sinceMs`. */
  readonly signersOf: (callId: string, sinceMs: number) => readonly string[];
  /** Returns the attempts that the row of the call counts in that round. */
  readonly recordedAttempts: (callId: string, series: number) => number;
}

/** Checks every request on the wire against the promises to partners. */
export function requestWatch({ ledger, nowMs, isMixed, wasInForce, signersOf, recordedAttempts }: Deps) {
  const bodies = new Map<string, string>();

  function checkContent({ url, headers, body }: Post, callId: string, readAtMs: number): void {
    const { callId: named } = JSON.parse(body);
    const first = bodies.get(callId) ?? body;
    bodies.set(callId, first);
    if (headers[EVENT_HEADERS.delivery] !== callId || named !== callId || body !== first)
      ledger.fail('D5', `an attempt of ${callId} differs from the first`);
    const isValid = isMixed ? isSignedAsSent : isWhollySignedWith;
    const isSigned = signersOf(callId, readAtMs).some((secret) => isValid(secret, { headers, body }));
    ledger.demand('D13', isSigned, `${callId} is not signed with a secret in force`);
    if (!wasInForce(callId, url.href, readAtMs)) ledger.fail('D12', `${callId} is sent to ${url.href}`);
  }

  function checkTime(claim: Claim): void {
    const { callId, number, dueAtMs } = claim;
    ledger.demand('D6', nowMs() >= dueAtMs - CLOCK_ERROR_MS, `attempt ${number} of ${callId} comes before it is due`);
    for (const other of ledger.of(callId).filter((one) => one !== claim && isOnTheWire(one))) {
      // If two requests overlap, the lease of the earlier claim must have expired while its environment was frozen.
      const leaseEndsMs = Math.min(claim.claimedAtMs, other.claimedAtMs) + LEASE_MS;
      if (nowMs() < leaseEndsMs - CLOCK_ERROR_MS)
        ledger.fail('D6', `attempts ${other.number} and ${number} of ${callId} are under way at once`);
    }
  }

  return {
    begins(post: Post, { token, readAtMs }: Flow, arrived: boolean): Request {
      const request: Request = { arrived, startedAtMs: nowMs() };
      const claim = ledger.byToken(token);
      const callId = post.headers[EVENT_HEADERS.delivery] ?? '';
      if (claim?.callId !== callId) {
        ledger.fail('D3', `a request for ${callId} without a claim`);
        return request;
      }
      if (claim.request) ledger.fail('D3', `claim ${claim.number} of ${callId} sends a second request`);
      claim.request = request;
      checkContent(post, callId, readAtMs);
      checkTime(claim);
      const sent = ledger.of(callId).filter((one) => one.series === claim.series && one.request).length;
      if (sent > MAX_ATTEMPTS || sent > recordedAttempts(callId, claim.series))
        ledger.fail('D3', `${callId} has ${sent} requests, ${recordedAttempts(callId, claim.series)} attempts`);
      return request;
    },
  };
}

const isOnTheWire = ({ request }: Claim) => request !== undefined && request.endedAtMs === undefined;
