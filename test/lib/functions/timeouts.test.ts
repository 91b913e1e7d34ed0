import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { RECORD_TIMEOUT_MS } from '../../../clients/voice-platform/src/time-limits.ts';
import { INVOCATION_LIMITS } from '../../../functions/check-version/connections.ts';
import { LONGEST_MESSAGE_MS } from '../../../functions/deliver-webhook/further-messages.ts';
import { RESPONSE_WITHIN_MS } from '../../../functions/probe/handler.ts';
import { RESERVE_MS } from '../../../functions/sweep/handler.ts';
import { SPARE_SECONDS } from '../../../lib/alarms/rows/function-alarms.ts';
import { INTAKE_ENDS_WITHIN_MS } from '../../../operator/deletion/partner.ts';
import { LONGEST_INVOCATION_MS } from '../../../shared/aws/client.ts';
import { intakeWaitSeconds } from '../../../shared/domain/calls/intake-retries.ts';
import { FIRST_WAIT_MS } from '../../../shared/domain/deliveries/backoff.ts';
import { LEASE_MS } from '../../../shared/domain/deliveries/lease.ts';
import { RESPONSE_LIMIT_MS } from '../../../shared/domain/deliveries/response-timeout.ts';
import { SWEEP_PERIOD_MS } from '../../../shared/domain/deliveries/sweep-period.ts';
import { synthesized } from '../synthesized.ts';
import { functionOf, parsedProperties, propertiesOf } from '../template-reader.ts';

const { stateful, service } = synthesized('prod');
const timeoutSeconds = (action: string) => functionOf(service, action).Timeout;

describe('the timeouts of the functions and queues', () => {
  it("the authorizer and `put-webhook` can both time out within API Gateway's limit of 29 s", () => {
    expect(timeoutSeconds('authorizer') + timeoutSeconds('put-webhook')).toBeLessThan(29);
  });

  it('deliver-webhook reserves at least 1.5 times the request timeout for its last message', () => {
    expect(LONGEST_MESSAGE_MS).toBeGreaterThanOrEqual(1.5 * RESPONSE_LIMIT_MS);
  });

  it('deliver-webhook can receive further messages for at least 1.5 times the request timeout', () => {
    expect(timeoutSeconds('deliver-webhook') * 1000 - LONGEST_MESSAGE_MS).toBeGreaterThanOrEqual(
      1.5 * RESPONSE_LIMIT_MS,
    );
  });

  it('a lease lasts at least as long as the timeout of deliver-webhook', () => {
    expect(LEASE_MS).toBeGreaterThanOrEqual(timeoutSeconds('deliver-webhook') * 1000);
  });

  it('each lane has a visibility timeout of at least six times the timeout of deliver-webhook', () => {
    const lanes = parsedProperties(stateful, 'AWS::SQS::Queue', { VisibilityTimeout: z.number().optional() }).flatMap(
      ({ VisibilityTimeout }) => VisibilityTimeout ?? [],
    );
    // Three of the queues are the lanes. The fourth is the queue `intake`.
    expect(lanes).toHaveLength(4);
    for (const seconds of lanes) expect(seconds).toBeGreaterThanOrEqual(6 * timeoutSeconds('deliver-webhook'));
  });

  it('intake retries a failing message for four days before the message becomes a dead letter', () => {
    const shape = z.object({
      VisibilityTimeout: z.number(),
      RedrivePolicy: z.object({ maxReceiveCount: z.number() }),
      MaximumMessageSize: z.number(),
    });
    const queues = propertiesOf(stateful, 'AWS::SQS::Queue');
    const [calls] = queues.flatMap((properties) => shape.safeParse(properties).data ?? []);
    const maxReceiveCount = calls?.RedrivePolicy.maxReceiveCount ?? 0;
    const afterFaults = Array.from({ length: maxReceiveCount }, (_, n) => intakeWaitSeconds(n + 1, FIRST_WAIT_MS));
    const days = (seconds: number) => seconds / 86_400;
    expect(days(afterFaults.reduce((sum, seconds) => sum + seconds, 0))).toBeCloseTo(4, 1);
    expect(days((calls?.VisibilityTimeout ?? 0) * maxReceiveCount)).toBeCloseTo(4, 1);
    expect(calls?.VisibilityTimeout).toBeGreaterThanOrEqual(6 * timeoutSeconds('intake'));
  });

  it('the timeout of intake is at least 10 s longer than the timeout of record-call', () => {
    expect(timeoutSeconds('intake')).toBeGreaterThanOrEqual(timeoutSeconds('record-call') + 10);
  });

  it('an operator command waits longer than the timeout of a sweep that the command invokes', () => {
    expect(LONGEST_INVOCATION_MS).toBeGreaterThan(timeoutSeconds('sweep') * 1000);
  });

  it('check-version waits longer for a response than the timeout of deliver-webhook', () => {
    const { requestTimeout, socketTimeout } = INVOCATION_LIMITS;
    expect(Math.min(requestTimeout, socketTimeout)).toBeGreaterThan(timeoutSeconds('deliver-webhook') * 1000);
  });

  it.each([
    ['the deletion of a partner', INTAKE_ENDS_WITHIN_MS],
    ["the voice platform's client", RECORD_TIMEOUT_MS],
  ])(
    'the time for which %s waits for the recording of a call is longer than the timeout of record-call',
    (_, waitMs) => {
      expect(waitMs).toBeGreaterThan(timeoutSeconds('record-call') * 1000);
    },
  );

  it('the last page of a sweep has time to end before the alarm on the duration is raised', () => {
    expect(SPARE_SECONDS.sweep).toBeLessThanOrEqual(RESERVE_MS / 2 / 1000);
  });

  it('the last request of a deliver-webhook invocation ends before the alarm on the duration is raised', () => {
    expect(SPARE_SECONDS['deliver-webhook']).toBeLessThanOrEqual((LONGEST_MESSAGE_MS - RESPONSE_LIMIT_MS) / 2 / 1000);
  });

  it('the timeout of the probe is twice as long as the probe waits for a response', () => {
    expect(timeoutSeconds('probe') * 1000).toBe(2 * RESPONSE_WITHIN_MS);
  });

  it('the timeout of a sweep is shorter than the sweep period', () => {
    const schedules = propertiesOf(service, 'AWS::Events::Rule').map(({ ScheduleExpression }) => ScheduleExpression);
    expect(schedules).toContain(`rate(${SWEEP_PERIOD_MS / 60_000} minutes)`);
    expect(timeoutSeconds('sweep') * 1000).toBeLessThan(SWEEP_PERIOD_MS);
  });
});
