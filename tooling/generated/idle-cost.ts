import * as z from 'zod';
import { PROBE_PERIOD, PROBE_SCHEDULE } from '../../lib/alarms/probe.ts';
import { monthlyUsd, polledQueueMonthlyUsd } from '../capacity/cost.ts';
import { PRICES, type Price } from '../capacity/prices.ts';
import { markdownTable } from '../command-line/tables.ts';
import { resourcesOf } from '../template-resources.ts';
import type { Synthesized } from './synthesized-stages.ts';

/** Resources of a stage whose monthly cost does not depend on traffic. */
interface Item {
  readonly name: string;
  /** The list price of one resource in us-east-1, in dollars per month. */
  readonly price: number;
  readonly count: (stage: Synthesized) => number;
}

const alarm = z.object({ Metrics: z.array(z.object({ MetricStat: z.unknown().optional() })).default([]) });
const acl = z.object({ Rules: z.array(z.unknown()) });
const schedule = z.object({ ScheduleExpression: z.string().optional() });
const mapping = z.object({ ScalingConfig: z.unknown().optional() });

/** Returns a function that adds up a count over all resources of a type. */
const sumOver =
  <S extends z.ZodType>(type: string, schema: S, each: (properties: z.output<S>) => number) =>
  ({ stateful, service }: Synthesized) =>
    [stateful, service]
      .flatMap((one) => resourcesOf(one, type, schema))
      .reduce((total, [, properties]) => total + each(properties), 0);

const countOfType = (type: string) => sumOver(type, z.unknown(), () => 1);

/** The price of an alarm depends on the number of metrics that it watches. An alarm without `Metrics` watches one. */
const watchedMetricCount = ({ Metrics }: z.output<typeof alarm>) =>
  Metrics.length === 0 ? 1 : Metrics.filter(({ MetricStat }) => MetricStat !== undefined).length;

/** The price of one of our own metrics that is reported all month. */
const METRIC_USD = 0.3;

/**
 * Returns the price of the probe. In each period, the probe sends a request to the API, which invokes the authorizer.
 * Probe and authorizer together use about 0.15 GB-seconds. The authorizer writes one item of the table and reads another.
 */
function probeUsd(): number {
  const monthly = (price: Price, amount = 1) => monthlyUsd(price, amount / PROBE_PERIOD.toSeconds());
  const { apiRequest, invocation, gigabyteSecond, writeUnit, readUnit } = PRICES;
  const ofFunctions = monthly(invocation, 2) + monthly(gigabyteSecond, 0.15);
  return monthly(apiRequest) + ofFunctions + monthly(writeUnit) + monthly(readUnit) + METRIC_USD;
}

const ITEMS: readonly Item[] = [
  {
    name: 'metrics that alarms watch',
    price: 0.1,
    count: sumOver('AWS::CloudWatch::Alarm', alarm, watchedMetricCount),
  },
  { name: 'composite alarms', price: 0.5, count: countOfType('AWS::CloudWatch::CompositeAlarm') },
  { name: 'dashboards of over 50 metrics', price: 3, count: countOfType('AWS::CloudWatch::Dashboard') },
  { name: 'keys', price: 1, count: countOfType('AWS::KMS::Key') },
  { name: 'WAF web ACLs', price: 5, count: countOfType('AWS::WAFv2::WebACL') },
  { name: 'WAF rules', price: 1, count: sumOver('AWS::WAFv2::WebACL', acl, ({ Rules }) => Rules.length) },
  {
    name: 'probe',
    price: Number(probeUsd().toFixed(2)),
    count: sumOver('AWS::Events::Rule', schedule, ({ ScheduleExpression }) =>
      ScheduleExpression === PROBE_SCHEDULE.expressionString ? 1 : 0,
    ),
  },
  {
    name: 'queues that Lambda polls',
    // Rounded, as the table shows it, so that a reader can multiply it.
    price: Number(polledQueueMonthlyUsd().toFixed(2)),
    count: sumOver('AWS::Lambda::EventSourceMapping', mapping, ({ ScalingConfig }) => (ScalingConfig ? 1 : 0)),
  },
];

/** Returns the table in docs/deploy.md that lists the monthly cost of each stage without traffic. */
export function idleCostTable(stages: ReadonlyMap<string, Synthesized>): string {
  const dollars = (amount: number) => `$${amount.toFixed(2)}`;
  const columns = [...stages.values()];
  const cell = ({ price, count }: Item, stage: Synthesized) => {
    const found = count(stage);
    return found === 0 ? '' : `${found} for ${dollars(found * price)}`;
  };
  const total = (stage: Synthesized) => ITEMS.reduce((sum, { price, count }) => sum + price * count(stage), 0);
  return markdownTable(
    ['each month', 'price of one', ...stages.keys()],
    [
      ...ITEMS.map((item) => [item.name, dollars(item.price), ...columns.map((stage) => cell(item, stage))]),
      ['**total**', '', ...columns.map((stage) => `**${dollars(total(stage))}**`)],
    ],
  );
}
