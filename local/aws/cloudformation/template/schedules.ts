import * as z from 'zod';
import type { Schedule } from '../stack-model.ts';
import type { FindFunction } from './functions.ts';
import type { Stacks } from './stacks.ts';

const target = z.object({ Arn: z.string() });
const rule = z.object({
  ScheduleExpression: z.string().optional(),
  State: z.string().default('ENABLED'),
  Targets: z.array(target).default([]),
});
const schedule = z.object({ ScheduleExpression: z.string(), State: z.string().default('ENABLED'), Target: target });

/** Returns the enabled schedules of EventBridge rules and EventBridge Scheduler. Throws if a target is no function. */
export function readSchedules(stacks: Stacks, findFunction: FindFunction): Schedule[] {
  const rules = stacks.ofType('AWS::Events::Rule').map((resource) => {
    const { ScheduleExpression, State, Targets } = resource.read(rule);
    return { logicalId: resource.logicalId, expression: ScheduleExpression, state: State, targets: Targets };
  });
  const schedules = stacks.ofType('AWS::Scheduler::Schedule').map((resource) => {
    const { ScheduleExpression, State, Target } = resource.read(schedule);
    return { logicalId: resource.logicalId, expression: ScheduleExpression, state: State, targets: [Target] };
  });
  return [...rules, ...schedules].flatMap(({ logicalId, expression, state, targets }) =>
    expression === undefined || state !== 'ENABLED'
      ? []
      : targets.map(({ Arn }) => ({
          logicalId,
          functionLogicalId: findFunction(Arn),
          everySeconds: secondsOfRate(logicalId, expression),
        })),
  );
}

const SECONDS: Readonly<Record<string, number>> = { minute: 60, hour: 3600, day: 86_400 };

function secondsOfRate(logicalId: string, expression: string): number {
  const [, count, unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const seconds = Number(count) * (SECONDS[unit] ?? Number.NaN);
  if (!(seconds > 0)) throw new Error(`${logicalId}: the local service does not understand the schedule ${expression}`);
  return seconds;
}
