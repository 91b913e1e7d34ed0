import { describe, expect, it } from '@jest/globals';
import { textForPartner } from '../../../../operator/console/browser/deliveries/text-for-partner.ts';
import type { ShownDelivery } from '../../../../operator/console/protocol/command-values.ts';

const DELIVERY: ShownDelivery = {
  callId: 'call_1',
  tenantId: 'tn_1',
  partnerId: 'pt_1',
  status: 'delivered',
  attempts: 2,
  nextAttemptAt: null,
  recordedAt: '2026-11-21T10:00:00.000Z',
  leaseUntil: null,
  series: 1,
  log: [
    {
      at: '2026-11-21T10:00:01.000Z',
      outcome: 'timeout',
      durationMs: 10_000,
      nextAttemptAt: '2026-11-21T10:01:11.000Z',
    },
    { at: '2026-11-21T10:01:11.000Z', outcome: 'status 200', durationMs: 87, nextAttemptAt: null },
  ],
};

describe('the text that a console page offers for a partner', () => {
  it('the text for a partner lists the time of each attempt in UTC', () => {
    expect(textForPartner(DELIVERY).split('\n')).toEqual([
      expect.stringMatching(/^The event of call call_1 was ready at 2026-11-21 10:00:00 UTC\. /),
      '',
      'Our attempts to deliver the event:',
      '- 2026-11-21 10:00:01 UTC: timeout, after 10.0 s',
      '- 2026-11-21 10:01:11 UTC: status 200, after 87 ms',
      '',
      'Your receiver may have handled one request, although we recorded no valid response.',
      '',
      expect.stringContaining('X-Service-Delivery: call_1.'),
    ]);
  });

  it('the text for a partner mentions no attempt if the service has made none', () => {
    expect(textForPartner({ ...DELIVERY, status: 'skipped', reason: 'no webhook', log: [] })).not.toMatch(
      /attempt|request/,
    );
  });
});
