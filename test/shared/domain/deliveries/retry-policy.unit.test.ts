import { describe, expect, it } from '@jest/globals';
import { decisionAfter, NO_RESPONSES, type NoResponse } from '../../../../shared/domain/deliveries/retry-policy.ts';

const BASE_MS = 60_000;
const responded = (status: number) => ({ kind: 'response', status }) as const;
const noResponse = (why: NoResponse) => ({ kind: 'noResponse', why }) as const;

describe('the retry policy for deliveries', () => {
  it.each([responded(503), responded(429), noResponse('timeout')])(
    'a delivery becomes dead after an eighth attempt with the outcome %j',
    (outcome) => {
      expect(decisionAfter(outcome, 8, BASE_MS)).toEqual({ status: 'dead' });
    },
  );

  it.each([200, 201, 204, 299])('a delivery becomes delivered after an eighth attempt with status %i', (status) => {
    expect(decisionAfter(responded(status), 8, BASE_MS)).toEqual({ status: 'delivered' });
  });

  it.each([400, 401, 403, 404, 410, 422, 499])('a delivery is not retried after status %i', (status) => {
    expect(decisionAfter(responded(status), 1, BASE_MS)).toEqual({ status: 'refused' });
  });

  it.each([301, 302, 304, 307, 308, 408, 429, 500, 502, 503, 599])(
    'a delivery is retried after status %i',
    (status) => {
      expect(decisionAfter(responded(status), 1, BASE_MS)).toEqual({ status: 'pending', waitMs: BASE_MS });
    },
  );

  it.each(NO_RESPONSES)('a delivery is retried after an attempt without a response: %s', (why) => {
    expect(decisionAfter(noResponse(why), 1, BASE_MS).status).toBe('pending');
  });
});
