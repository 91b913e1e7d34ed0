import { describe, expect, it } from '@jest/globals';
import { rebuiltEvent } from '../../../../clients/receiver/command/follow/rebuilt-event.ts';
import { eventHeaders } from '../../../../clients/receiver/command/http/event.ts';
import { decisionFor } from '../../../../clients/receiver/command/http/exchange.ts';
import { signWebhook } from '../../../../clients/receiver/src/index.ts';
import { callCompletedBody } from '../../../../shared/domain/calls/call-completed.ts';
import { decisionAfter } from '../../../../shared/domain/deliveries/retry-policy.ts';
import { signatureHeader, signingKey } from '../../../../shared/domain/webhooks/signature.ts';
import { deliveryHeaders } from '../../../../shared/domain/webhooks/standard-webhooks.ts';

const SECRET = `whsec_${'0f'.repeat(32)}`;
const NOW_MS = 1_800_000_000_000;
const TARGET = { tenantId: 'tn_1', url: new URL('http://127.0.0.1:9100/hook'), secret: SECRET };

describe('the receiver kit compared with the service', () => {
  it('the receiver kit and the service compute the same signature', () => {
    const body = '{"summary":"예약 😀"}';
    expect(signWebhook(body, SECRET, { now: new Date(NOW_MS + 999) })).toBe(
      signatureHeader(signingKey(SECRET), body, NOW_MS + 999),
    );
  });

  it.each([
    ['a resolution and a type but no known end', { resolution: 'Booked', callType: 'phone' }],
    ['no resolution, the type web and no known end', { callType: 'web' }],
    ['no resolution, no type and no known end', {}],
  ] as const)('for a call with %s, the receiver kit rebuilds the event that the service sends', (_which, facts) => {
    const summary = 'one\ntwo "예약" 😀';
    const startedAt = new Date(NOW_MS).toISOString();
    const { body, headers } = rebuiltEvent({ callId: 'c', startedAt, summary, ...facts }, TARGET, new Date(NOW_MS));
    const sent = callCompletedBody({ tenantId: 'tn_1', callId: 'c', storedAtMs: NOW_MS, summary, ...facts });
    expect(String(body)).toBe(sent);
    const ofTheService = deliveryHeaders(signingKey(SECRET), { callId: 'c', body: sent }, NOW_MS);
    expect(headers).toEqual({ ...ofTheService, 'X-Service-Rebuilt': 'true' });
  });

  it('the receiver kit sends the same headers as the service', () => {
    const [callId, body] = ['call.1%2E', '{"summary":"예약 😀"}'];
    expect(Object.entries(eventHeaders(callId, body, { secret: SECRET, now: new Date(NOW_MS + 999) }))).toEqual(
      Object.entries(deliveryHeaders(signingKey(SECRET), { callId, body }, NOW_MS + 999)),
    );
  });

  it('the receiver kit and the service decide the same after each status from 200 to 599', () => {
    const SAME = { delivered: 'delivered', rejected: 'refused', retried: 'pending' } as const;
    const statuses = Array.from({ length: 400 }, (_, index) => 200 + index);
    const differing = statuses.filter((status) => {
      const outcome = { kind: 'response', status } as const;
      return SAME[decisionFor(outcome)] !== decisionAfter(outcome, 1, 60_000).status;
    });
    expect(differing).toEqual([]);
  });
});
