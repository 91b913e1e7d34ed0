import * as z from 'zod/mini';

const filled = z.string().check(z.minLength(1));

/** The environment variables of functions. The stack or Lambda sets them, and each function loads those it needs. */
const variables = {
  /** The function's action, which is the name of its folder under functions/. */
  POWERTOOLS_SERVICE_NAME: filled,
  POWERTOOLS_METRICS_NAMESPACE: filled,
  /** The version of the function, set by Lambda. During a rollout, two versions run at the same time. */
  AWS_LAMBDA_FUNCTION_VERSION: filled,
  TABLE_NAME: filled,
  /** The queue of the main lane. */
  QUEUE_URL: z.url(),
  /** The queue of the slow lane: wake-ups of partners whose receivers respond late. */
  SLOW_QUEUE_URL: z.url(),
  /** The queue of the hung lane: mostly wake-ups of partners whose receivers do not respond. */
  HUNG_QUEUE_URL: z.url(),
  /** The queue `intake`: finished calls that the voice platform hands over. */
  INTAKE_QUEUE_URL: z.url(),
  INTAKE_DEAD_LETTER_QUEUE_URL: z.url(),
  /** For how many days calls are kept, or `none` if they are kept for ever. */
  CALLS_DAYS: z.string().check(z.regex(/^(none|[1-9]\d*)$/)),
  /** The topic of notices about partners whose health has changed. */
  NOTICES_TOPIC_ARN: filled,
  /** The new version of each function, for `check-version`: JSON with the functions' actions as keys. */
  NEW_VERSIONS: filled,
} as const;
type Variables = typeof variables;
export type VariableName = keyof Variables;

/**
 * Returns the named variables. If variables are missing or malformed, throws one error that names all of them, so that
 * a bad deployment can be fixed in one step.
 */
export function loadConfig<const Names extends readonly VariableName[]>(names: Names): Record<Names[number], string> {
  const wanted = Object.fromEntries(names.map((name) => [name, variables[name]]));
  return z.object(wanted).parse(process.env) as Record<Names[number], string>;
}

/** Returns the URLs of the queues of wake-ups, by lane. */
export function queueUrls() {
  const { QUEUE_URL, SLOW_QUEUE_URL, HUNG_QUEUE_URL } = loadConfig(['QUEUE_URL', 'SLOW_QUEUE_URL', 'HUNG_QUEUE_URL']);
  return { main: QUEUE_URL, slow: SLOW_QUEUE_URL, hung: HUNG_QUEUE_URL };
}
