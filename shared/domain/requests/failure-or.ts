import { Failure } from './failure.ts';

/**
 * The value, or the refusal that reading it has earned. For what must be known early and may only be refused late:
 * who may not reach the line learns nothing of what else is wrong with the request.
 */
export function failureOr<T>(read: () => T): T | Failure {
  try {
    return read();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}
