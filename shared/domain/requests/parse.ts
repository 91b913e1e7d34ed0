import type * as z from 'zod/mini';
import { Failure } from './failure.ts';
import { requirement } from './requirement.ts';

/** Returns the value as the schema describes it, or a `malformed` failure that names each wrong field. */
export function parse<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> | Failure {
  const result = schema.safeParse(value, { error: requirement });
  return result.success ? result.data : new Failure('malformed', result.error.issues.map(sentence).join('; '));
}

const sentence = ({ path, message }: { path: PropertyKey[]; message: string }) =>
  path.length === 0 ? message : `${path.map(String).join('.')}: ${message}`;
