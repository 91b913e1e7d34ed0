import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { neededConcurrency } from '../../../lib/functions/concurrency.ts';
import { STAGES, stageSettings } from '../../../lib/stages.ts';
import { synthesized } from '../synthesized.ts';
import { functionsOf, only, parsedProperties } from '../template-reader.ts';

const { service } = synthesized('prod');
const reservedFor = (action: string) =>
  functionsOf(service).find((fn) => fn.action === action)?.ReservedConcurrentExecutions;
const allReserved = functionsOf(service).flatMap((fn) => fn.ReservedConcurrentExecutions ?? []);
const sum = (numbers: readonly number[]) => numbers.reduce((total, next) => total + next, 0);

const ACCOUNT_QUOTA = 1_000;

describe('the reserved concurrency in prod', () => {
  it('the reserved concurrency of deliver-webhook and intake covers the limits of all their queues', () => {
    const lanes = parsedProperties(service, 'AWS::Lambda::EventSourceMapping', {
      ScalingConfig: z.object({ MaximumConcurrency: z.number() }).optional(),
    }).flatMap(({ ScalingConfig }) => ScalingConfig?.MaximumConcurrency ?? []);
    expect(lanes).toHaveLength(4);
    const reserved = (reservedFor('deliver-webhook') ?? 0) + (reservedFor('intake') ?? 0);
    expect(reserved).toBeGreaterThanOrEqual(sum(lanes));
  });

  it('the reserved concurrency of intake in prod is 20', () => {
    expect(reservedFor('intake')).toBe(20);
  });

  it('record-call has reserved concurrency in prod', () => {
    expect(reservedFor('record-call')).toBeGreaterThan(0);
  });

  it('a quota of 1,000 covers the reserved concurrency of prod and requests of 2 s at the throttle rate', () => {
    const needed = sum(allReserved) + 2 * stageSettings('prod').throttle.requestsPerSecond;
    expect(neededConcurrency(stageSettings('prod'))).toBe(needed);
    expect(needed).toBe(ACCOUNT_QUOTA);
  });

  it('the needed concurrency of prod includes at least 100 unreserved executions', () => {
    const throttle = { requestsPerSecond: 1, burst: 1 };
    expect(neededConcurrency({ ...stageSettings('prod'), throttle })).toBe(sum(allReserved) + 100);
  });
});

it.each(['dev', 'staging'] as const)('stage %s reserves no concurrency', (stage) => {
  for (const fn of functionsOf(synthesized(stage).service)) expect(fn.ReservedConcurrentExecutions).toBeUndefined();
  expect(neededConcurrency(stageSettings(stage))).toBeUndefined();
});

describe('the concurrency needed for warm instances', () => {
  const warmInstances = { authorizer: 2, 'get-tenant': 1 };

  it('warm instances need concurrency for two versions of each function', () => {
    const prod = stageSettings('prod');
    expect(neededConcurrency({ ...prod, warmInstances })).toBe((neededConcurrency(prod) ?? 0) + 2 * 3);
  });

  it('a stage that reserves nothing needs concurrency for its warm instances and 100 more executions', () => {
    expect(neededConcurrency({ ...stageSettings('dev'), warmInstances })).toBe(2 * 3 + 100);
  });
});

it.each(STAGES)('the throttle of API Gateway applies to every method in stage %s', (stage) => {
  const { requestsPerSecond, burst } = stageSettings(stage).throttle;
  expect(only(synthesized(stage).service, 'AWS::ApiGateway::Stage').Properties).toMatchObject({
    MethodSettings: [
      { HttpMethod: '*', ResourcePath: '/*', ThrottlingRateLimit: requestsPerSecond, ThrottlingBurstLimit: burst },
    ],
  });
});
