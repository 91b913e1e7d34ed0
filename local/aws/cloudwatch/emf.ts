import * as z from 'zod';
import { fromJson } from '../../../tooling/from-json.ts';
import type { MetricId } from '../cloudformation/alarm-definition.ts';
import type { Datapoint } from './alarms/alarm.ts';

/** A text in every line of the embedded metric format. CloudWatch extracts metrics from such log lines. */
const MARK = '"_aws"';

const directive = z.object({
  Namespace: z.string().min(1),
  Dimensions: z.array(z.array(z.string())),
  Metrics: z.array(z.object({ Name: z.string().min(1) })),
});
const emfLine = z.looseObject({
  _aws: z.object({ Timestamp: z.int(), CloudWatchMetrics: z.array(directive) }),
});
type EmfLine = z.infer<typeof emfLine>;
const samples = z.union([z.number().transform((value) => [value]), z.array(z.number()).min(1)]);

/** Returns no metrics for an ordinary line. Throws if a line looks like embedded metrics but is malformed. */
export function metricsInLine(line: string): readonly Datapoint[] {
  if (!line.includes(MARK)) return [];
  const parsed = parseMetricsLine(line);
  if (typeof parsed !== 'object' || parsed === null || !('_aws' in parsed)) return [];
  const content = emfLine.safeParse(parsed);
  if (!content.success) throw brokenLineError(z.prettifyError(content.error));
  return content.data._aws.CloudWatchMetrics.flatMap((found) => datapointsOf(found, content.data));
}

/** One datapoint per metric and set of dimensions. */
const datapointsOf = ({ Namespace, Dimensions, Metrics }: z.infer<typeof directive>, line: EmfLine): Datapoint[] =>
  Metrics.flatMap(({ Name }) => {
    const values = samples.safeParse(line[Name]);
    if (!values.success) throw brokenLineError(`${Name} has no value`);
    return Dimensions.map((names) => {
      const metric: MetricId = { namespace: Namespace, name: Name, dimensions: dimensionsOf(names, line) };
      return { metric, atMs: line._aws.Timestamp, values: values.data };
    });
  });

const dimensionsOf = (names: readonly string[], line: EmfLine) =>
  Object.fromEntries(
    names.map((name) => {
      const value = z.string().safeParse(line[name]);
      if (!value.success) throw brokenLineError(`the dimension ${name} has no value`);
      return [name, value.data];
    }),
  );

/** The error does not quote the line, because the line could contain anything. */
const brokenLineError = (why: string) => new Error(`A line of embedded metrics is broken: ${why}`);

/**
 * Parses a line that contains MARK. Throws if the line is JSON that was cut off, for example because the function
 * ended. Returns undefined for plain text, which can also contain MARK.
 */
function parseMetricsLine(line: string): unknown {
  const value = fromJson(line);
  if (value === undefined && line.startsWith('{')) throw brokenLineError('not valid JSON');
  return value;
}
