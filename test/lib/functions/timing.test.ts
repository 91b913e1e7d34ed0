import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { localOverrides } from '../../../shared/config/local-overrides.ts';
import { RESPONSE_LIMIT_MS } from '../../../shared/delivery/sender.ts';
import { synthesized } from '../synthesized.ts';
import { functionOf, only, resources } from '../template-reader.ts';

const { stateful, service } = synthesized('prod');
const timeoutSeconds = (action: string) => functionOf(service, action).Timeout;
/** No deployed function has overrides, so these are the values in force. */
const { leaseMs, sweepPeriodMs } = localOverrides();

describe('times that depend on each other', () => {
  it('leave API Gateway, which waits 29 s, an answer of ours even when both functions run out of time', () => {
    expect(timeoutSeconds('authorizer') + timeoutSeconds('put-webhook')).toBeLessThan(29);
  });

  it('let a delivery wait for the slowest partner and still write down how it went', () => {
    expect(timeoutSeconds('deliver-webhook')).toBeGreaterThanOrEqual((2 * RESPONSE_LIMIT_MS) / 1000);
  });

  it('keep a claim alive for as long as the invocation that made it can live', () => {
    expect(leaseMs).toBeGreaterThanOrEqual(timeoutSeconds('deliver-webhook') * 1000);
  });

  it('keep a message hidden for six times the time its invocation may take', () => {
    const lanes = Object.values(
      resources(stateful, 'AWS::SQS::Queue', z.object({ VisibilityTimeout: z.number().optional() })),
    ).flatMap(({ VisibilityTimeout }) => VisibilityTimeout ?? []);
    expect(lanes).toHaveLength(2);
    for (const seconds of lanes) expect(seconds).toBeGreaterThanOrEqual(6 * timeoutSeconds('deliver-webhook'));
  });

  it('end one sweep before the next begins, at the period that the rows are written with', () => {
    expect(only(service, 'AWS::Events::Rule').Properties).toMatchObject({
      ScheduleExpression: `rate(${sweepPeriodMs / 60_000} minutes)`,
    });
    expect(timeoutSeconds('sweep') * 1000).toBeLessThan(sweepPeriodMs);
  });
});
