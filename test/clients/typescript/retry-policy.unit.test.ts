import { describe, expect, it } from '@jest/globals';
import { mayHaveSucceeded, type Setback, waitBeforeRetryMs } from '../../../clients/typescript/src/retry-policy.ts';
import { ERROR_CATALOGUE } from '../../../partner-docs/openapi/error-catalogue.ts';
import { CODED_FAILURES, type PublicCode } from '../../../shared/contract/failures.ts';

const RULES = { maxAttempts: 10, maxWaitMs: 300_000 };
const silence: Setback = { kind: 'silence', cause: new Error('gone') };
const refused = (status: number, code?: PublicCode, retryAfterSeconds?: number): Setback => ({
  kind: 'refused',
  refusal: { status, code, error: '…', requestId: 'r-1', retryAfterSeconds },
});
const waitMs = (setback: Setback, number = 1, { repeatable = true, random = 1, waitedMs = 0 } = {}) =>
  waitBeforeRetryMs(setback, { number, repeatable, random, waitedMs }, RULES);

describe('the retry policy of the client library', () => {
  it.each([429, 500, 502, 503, 504, 599])('the client library retries after status %i without a code', (status) => {
    expect(waitMs(refused(status))).toBeGreaterThan(0);
  });

  it.each([301, 400, 401, 402, 403, 404, 409, 422])(
    'the client library does not retry after status %i without a code',
    (status) => {
      expect(waitMs(refused(status))).toBeUndefined();
    },
  );

  it.each(CODED_FAILURES)(
    'the client library and the error catalogue agree on whether to retry after $code',
    ({ code, status }) => {
      const { retry } = ERROR_CATALOGUE[code];
      const repeats = waitMs(refused(status, code)) !== undefined;
      expect(repeats).toBe(retry === 'after-delay' || retry === 'soon-same-key');
    },
  );

  it('the client library retries after a 500 only if the request can safely be sent twice', () => {
    expect(waitMs(silence)).toBeGreaterThan(0);
    expect(waitMs(silence, 1, { repeatable: false })).toBeUndefined();
    expect(waitMs(refused(500), 1, { repeatable: false })).toBeUndefined();
    expect(waitMs(refused(429), 1, { repeatable: false })).toBeGreaterThan(0);
  });

  it('the client library doubles the wait after each attempt up to 30 s', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => waitMs(silence, number))).toEqual([
      500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
    ]);
  });

  it('the client library shortens each wait at random by up to 50 %', () => {
    expect(waitMs(silence, 3, { random: 0 })).toBe(1_000);
  });

  it('the client library does not retry before the time in Retry-After', () => {
    expect(waitMs(refused(429, undefined, 60), 1, { random: 0 })).toBe(60_000);
    expect(waitMs(refused(429, undefined, 60), 1, { random: 0.5 })).toBe(60_500);
    expect(waitMs(refused(503, undefined, 1), 7)).toBe(30_000);
  });

  it('the client library stops after maxAttempts, or if all waits together would exceed maxWaitMs', () => {
    expect(waitMs(silence, 10)).toBeUndefined();
    expect(waitMs(refused(429, undefined, 301))).toBeUndefined();
    expect(waitMs(silence, 1, { waitedMs: 299_500 })).toBe(500);
    expect(waitMs(silence, 1, { waitedMs: 299_501 })).toBeUndefined();
  });

  it('the client library assumes that a request may have succeeded if it got no response or a 5xx without a code', () => {
    expect([silence, refused(500), refused(504)].map(mayHaveSucceeded)).toEqual([true, true, true]);
    const definite = [
      refused(403),
      refused(429),
      refused(502, 'CARRIER_RELEASE_FAILED'),
      refused(409, 'ALREADY_TERMINATED'),
    ];
    expect(definite.map(mayHaveSucceeded)).toEqual([false, false, false, false]);
  });
});
