import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { neededConcurrency } from '../../../lib/functions/capacity.ts';
import { STAGES, stageSettings } from '../../../lib/stages.ts';
import { synthesized } from '../synthesized.ts';
import { functionsOf, only, resources } from '../template-reader.ts';

const { service } = synthesized('prod');
const reservedFor = (action: string) =>
  functionsOf(service).find((fn) => fn.action === action)?.ReservedConcurrentExecutions;
const allReserved = functionsOf(service).flatMap((fn) => fn.ReservedConcurrentExecutions ?? []);
const sum = (numbers: readonly number[]) => numbers.reduce((total, next) => total + next, 0);

const ACCOUNT_QUOTA = 1_000;

describe('concurrency in prod', () => {
  it('of the deliveries is enough for both lanes at their most, so that neither waits for the other', () => {
    const lanes = Object.values(
      resources(
        service,
        'AWS::Lambda::EventSourceMapping',
        z.object({ ScalingConfig: z.object({ MaximumConcurrency: z.number() }).optional() }),
      ),
    ).flatMap(({ ScalingConfig }) => ScalingConfig?.MaximumConcurrency ?? []);
    expect(lanes).toHaveLength(2);
    expect(reservedFor('deliver-webhook')).toBeGreaterThanOrEqual(sum(lanes));
  });

  it('is kept for finished calls too, which a flood at the API must not turn away', () => {
    expect(reservedFor('record-call')).toBeGreaterThan(0);
  });

  it('leaves the API as much as its throttle lets through, even when each request takes 2 s', () => {
    const needed = sum(allReserved) + 2 * stageSettings('prod').throttle.requestsPerSecond;
    expect(neededConcurrency(stageSettings('prod'))).toBe(needed);
    expect(needed).toBeLessThanOrEqual(ACCOUNT_QUOTA);
  });

  it('leaves the account the 100 that Lambda never lets anybody reserve', () => {
    const throttle = { requestsPerSecond: 1, burst: 1 };
    expect(neededConcurrency({ ...stageSettings('prod'), throttle })).toBe(sum(allReserved) + 100);
  });
});

describe('concurrency elsewhere', () => {
  it.each(['dev', 'staging'] as const)(
    'is not reserved in %s: the quota of a new account leaves nothing to reserve',
    (stage) => {
      for (const fn of functionsOf(synthesized(stage).service)) expect(fn.ReservedConcurrentExecutions).toBeUndefined();
      expect(neededConcurrency(stageSettings(stage))).toBeUndefined();
    },
  );
});

describe('the throttle of API Gateway', () => {
  it.each(STAGES)('is set for every method of %s', (stage) => {
    const { requestsPerSecond, burst } = stageSettings(stage).throttle;
    expect(only(synthesized(stage).service, 'AWS::ApiGateway::Stage').Properties).toMatchObject({
      MethodSettings: [
        { HttpMethod: '*', ResourcePath: '/*', ThrottlingRateLimit: requestsPerSecond, ThrottlingBurstLimit: burst },
      ],
    });
  });
});
