import * as z from 'zod/mini';

const filled = z.string().check(z.minLength(1));

/** Names of environment variables end here. The stack sets them per function; a function asks for those it needs. */
const variables = {
  /** The function's action: its folder under functions/. */
  POWERTOOLS_SERVICE_NAME: filled,
  POWERTOOLS_METRICS_NAMESPACE: filled,
  /** Lambda's own: the number of the version, of which a rollout has two at a time. */
  AWS_LAMBDA_FUNCTION_VERSION: filled,
  TABLE_NAME: filled,
  /** Wake-ups of partners that answer in time. */
  QUEUE_URL: z.url(),
  /** Wake-ups of partners whose last attempts timed out. */
  SLOW_QUEUE_URL: z.url(),
  SLOW_QUEUE_ARN: filled,
} as const;
type Variables = typeof variables;
export type VariableName = keyof Variables;

/**
 * The named variables, checked. Fails with every missing or wrong one at once, so that a bad deploy needs one fix and not four.
 */
export function loadConfig<const Names extends readonly VariableName[]>(
  names: Names,
  source: Record<string, string | undefined> = process.env,
): Record<Names[number], string> {
  const wanted = Object.fromEntries(names.map((name) => [name, variables[name]]));
  return z.object(wanted).parse(source) as Record<Names[number], string>;
}
