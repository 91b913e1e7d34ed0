import { describe, expect, it } from '@jest/globals';
import { roundOf } from '../../../../operator/console/browser/deliveries/current-round.ts';
import { failureCauseOf } from '../../../../operator/console/browser/deliveries/failure-cause.ts';
import type { Attempt, ShownDelivery } from '../../../../operator/console/protocol/command-values.ts';

const RECORDED_MS = Date.parse('2026-11-22T20:00:00.000Z');
const REPLAYED_MS = RECORDED_MS + 600_000;
const at = (ms: number) => new Date(ms).toISOString();

/** A delivery in its second round, before the first attempt of that round. */
const replayed = (log: readonly Attempt[]): ShownDelivery => ({
  ...{ callId: 'call_1', tenantId: 'tn_1', partnerId: 'pt_1', status: 'pending', series: 2 },
  ...{ recordedAt: at(RECORDED_MS), nextAttemptAt: at(REPLAYED_MS), leaseUntil: null, attempts: 0 },
  log: [...log],
});

const FIRST_ATTEMPT: Attempt = {
  ...{ at: at(RECORDED_MS), outcome: 'status 500', durationMs: 50 },
  nextAttemptAt: at(RECORDED_MS + 250),
};

describe('the planned attempts of a replayed delivery', () => {
  it.each([
    [200, 'contains this wait', [FIRST_ATTEMPT]],
    [60_000, 'contains no wait', []],
  ])('the first two planned attempts of a replay are %i ms apart if the log of the delivery %s', (waitMs, _, log) => {
    const [due, planned] = roundOf(replayed(log), REPLAYED_MS);
    expect(due?.atMs).toBe(REPLAYED_MS);
    expect(planned?.atMs).toBe(REPLAYED_MS + waitMs);
  });

  it('the second planned attempt of a replay is in the future, even if the first is overdue', () => {
    const nowMs = REPLAYED_MS + 3_600_000;
    const [due, planned] = roundOf(replayed([FIRST_ATTEMPT]), nowMs);
    expect(due?.atMs).toBe(REPLAYED_MS);
    expect(planned?.atMs).toBe(nowMs + 200);
  });
});

it.each([
  ['status 204', undefined],
  ['status 503', "The partner's fault: its receiver responded, but not with a 2xx (status 503)."],
  ['redirect', "The partner's fault: its receiver responded, but not with a 2xx (redirect)."],
  ['timeout', expect.stringMatching(/^Probably the partner's fault: .*\(timeout\).* our network\.$/)],
  ['blocked address', expect.stringMatching(/^The partner's fault: /)],
  ['interrupted', expect.stringMatching(/^Our fault: /)],
])('the cause of the outcome %s names whose fault a failure is, and a success has no cause', (outcome, cause) => {
  expect(failureCauseOf(outcome)).toEqual(cause);
});
