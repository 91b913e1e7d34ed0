import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { LONGEST_MESSAGE_MS } from '../../../functions/deliver-webhook/further-messages.ts';
import { retryWaitSeconds } from '../../../functions/intake/queue.ts';
import { LONGEST_INVOCATION_MS } from '../../../operator/invoke.ts';
import { TOOL_LIMITS } from '../../../shared/aws/client.ts';
import {
  FIRST_WAIT_MS,
  LEASE_MS,
  RESPONSE_LIMIT_MS,
  SWEEP_PERIOD_MS,
} from '../../../shared/domain/deliveries/numbers.ts';
import { synthesized } from '../synthesized.ts';
import { functionOf, propertiesOf, resources } from '../template-reader.ts';

const { stateful, service } = synthesized('prod');
const timeoutSeconds = (action: string) => functionOf(service, action).Timeout;

describe('the timeouts', () => {
  it("the timeouts leave time for our response within API Gateway's 29 s, even if the authorizer and the endpoint time out", () => {
    expect(timeoutSeconds('authorizer') + timeoutSeconds('put-webhook')).toBeLessThan(29);
  });

  it('the timeouts leave deliver-webhook time for the slowest receiver of its last message, and for storing the outcome', () => {
    expect(LONGEST_MESSAGE_MS).toBeGreaterThanOrEqual(1.5 * RESPONSE_LIMIT_MS);
  });

  it('the timeouts let deliver-webhook take further messages until the receivers of its first messages have responded', () => {
    expect(timeoutSeconds('deliver-webhook') * 1000 - LONGEST_MESSAGE_MS).toBeGreaterThanOrEqual(
      1.5 * RESPONSE_LIMIT_MS,
    );
  });

  it('the timeouts let a lease last at least as long as the invocation that took it', () => {
    expect(LEASE_MS).toBeGreaterThanOrEqual(timeoutSeconds('deliver-webhook') * 1000);
  });

  it('the timeouts give each lane a visibility timeout of at least six times the timeout of deliver-webhook', () => {
    const lanes = Object.values(
      resources(stateful, 'AWS::SQS::Queue', z.object({ VisibilityTimeout: z.number().optional() })),
    ).flatMap(({ VisibilityTimeout }) => VisibilityTimeout ?? []);
    // The fourth is that of the queue of calls.
    expect(lanes).toHaveLength(4);
    for (const seconds of lanes) expect(seconds).toBeGreaterThanOrEqual(6 * timeoutSeconds('deliver-webhook'));
  });

  it('the timeouts let intake retry a failing message for four days before it becomes a dead letter', () => {
    const shape = z.object({
      VisibilityTimeout: z.number(),
      RedrivePolicy: z.object({ maxReceiveCount: z.number() }),
      MaximumMessageSize: z.number(),
    });
    const [calls] = Object.values(resources(stateful, 'AWS::SQS::Queue', z.unknown())).flatMap(
      (properties) => shape.safeParse(properties).data ?? [],
    );
    const maxReceiveCount = calls?.RedrivePolicy.maxReceiveCount ?? 0;
    const afterFaults = Array.from({ length: maxReceiveCount }, (_, n) => retryWaitSeconds(n + 1, FIRST_WAIT_MS));
    const days = (seconds: number) => seconds / 86_400;
    expect(days(afterFaults.reduce((sum, seconds) => sum + seconds, 0))).toBeCloseTo(4, 1);
    expect(days((calls?.VisibilityTimeout ?? 0) * maxReceiveCount)).toBeCloseTo(4, 1);
    expect(calls?.VisibilityTimeout).toBeGreaterThanOrEqual(6 * timeoutSeconds('intake'));
  });

  it('the timeouts give intake as much time for a call as record-call has, and 10 s more to report to the queue', () => {
    expect(timeoutSeconds('intake')).toBeGreaterThanOrEqual(timeoutSeconds('record-call') + 10);
  });

  it('an operator command waits for an invoked function longer than the timeout of that function', () => {
    expect(LONGEST_INVOCATION_MS).toBeGreaterThan(timeoutSeconds('sweep') * 1000);
    expect(TOOL_LIMITS.socketTimeout).toBeGreaterThanOrEqual(LONGEST_INVOCATION_MS);
  });

  it('the timeouts end each sweep before the next sweep starts, one sweep period later', () => {
    const schedules = propertiesOf(service, 'AWS::Events::Rule').map(({ ScheduleExpression }) => ScheduleExpression);
    expect(schedules).toContain(`rate(${SWEEP_PERIOD_MS / 60_000} minutes)`);
    expect(timeoutSeconds('sweep') * 1000).toBeLessThan(SWEEP_PERIOD_MS);
  });
});
