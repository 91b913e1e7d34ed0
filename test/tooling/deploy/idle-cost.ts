import * as z from 'zod';
import { markdownTable } from '../../../tooling/command-line/tables.ts';
import { countOf, resources, type Template } from '../../lib/template-reader.ts';

/** An item with a monthly cost that does not depend on use. */
interface Item {
  readonly name: string;
  /** The list price of one such item in us-east-1, in dollars a month. */
  readonly price: number;
  readonly count: (templates: readonly Template[]) => number;
}

const alarm = z.object({ Metrics: z.array(z.object({ MetricStat: z.unknown().optional() })).default([]) });
const acl = z.object({ Rules: z.array(z.unknown()) });
const mapping = z.object({ ScalingConfig: z.unknown().optional() });

const numberOf = (type: string) => (templates: readonly Template[]) =>
  templates.reduce((total, template) => total + countOf(template, type), 0);

/** Sums the counts of all resources of a type. */
const sumOver =
  <S extends z.ZodType>(type: string, schema: S, each: (properties: z.output<S>) => number) =>
  (templates: readonly Template[]) =>
    templates
      .flatMap((template) => Object.values(resources(template, type, schema)))
      .reduce((total, properties) => total + each(properties), 0);

/** The price of an alarm depends on its metrics. An alarm without a list has one metric. */
const watched = ({ Metrics }: z.output<typeof alarm>) =>
  Metrics.length === 0 ? 1 : Metrics.filter(({ MetricStat }) => MetricStat !== undefined).length;

const ITEMS: readonly Item[] = [
  { name: 'metrics that alarms watch', price: 0.1, count: sumOver('AWS::CloudWatch::Alarm', alarm, watched) },
  { name: 'composite alarms', price: 0.5, count: numberOf('AWS::CloudWatch::CompositeAlarm') },
  { name: 'dashboards of over 50 metrics', price: 3, count: numberOf('AWS::CloudWatch::Dashboard') },
  { name: 'keys', price: 1, count: numberOf('AWS::KMS::Key') },
  { name: 'WAF web ACLs', price: 5, count: numberOf('AWS::WAFv2::WebACL') },
  { name: 'WAF rules', price: 1, count: sumOver('AWS::WAFv2::WebACL', acl, ({ Rules }) => Rules.length) },
  {
    // For each queue, Lambda keeps five long polls of 20 s running. That is 648,000 requests a month, at $0.40 a
    // million.
    name: 'queues that Lambda polls',
    price: 0.26,
    count: sumOver('AWS::Lambda::EventSourceMapping', mapping, ({ ScalingConfig }) => (ScalingConfig ? 1 : 0)),
  },
];

/** Returns the table in docs/deploy.md with the monthly cost of each stage without use. */
export function idleCostTable(stages: ReadonlyMap<string, readonly Template[]>): string {
  const dollars = (amount: number) => `$${amount.toFixed(2)}`;
  const columns = [...stages.values()];
  const cell = ({ price, count }: Item, templates: readonly Template[]) => {
    const found = count(templates);
    return found === 0 ? '' : `${found}: ${dollars(found * price)}`;
  };
  const total = (templates: readonly Template[]) =>
    ITEMS.reduce((sum, { price, count }) => sum + price * count(templates), 0);
  return markdownTable(
    ['each month', 'for one', ...stages.keys()],
    [
      ...ITEMS.map((item) => [item.name, dollars(item.price), ...columns.map((templates) => cell(item, templates))]),
      ['**in all**', '', ...columns.map((templates) => `**${dollars(total(templates))}**`)],
    ],
  );
}
