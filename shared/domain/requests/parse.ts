import type * as z from 'zod/mini';
import { Failure } from './failure.ts';
import { describeRequirement } from './requirement.ts';

/** How many wrong fields an error sentence names. The sentence only counts further wrong fields. */
const MOST_SENTENCES = 10;

/**
 * Returns the value as the schema describes it, or a `malformed` failure that names the first wrong fields. The value
 * has no fields that the schema does not name. The failure contains no text that was sent, so its length is limited.
 */
export function parseOrFailure<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> | Failure {
  const result = schema.safeParse(value, { error: describeRequirement });
  if (result.success) return result.data;
  const { issues } = result.error;
  const sentences = issues.slice(0, MOST_SENTENCES).map(sentence);
  const unnamed = issues.length - sentences.length;
  return new Failure('malformed', [...sentences, ...(unnamed > 0 ? [`and ${unnamed} more`] : [])].join('; '));
}

const sentence = ({ path, message }: { path: PropertyKey[]; message: string }) =>
  path.length === 0 ? message : `${path.map(String).join('.')}: ${message}`;
