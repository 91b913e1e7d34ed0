import { CODED_FAILURES } from '../../../shared/contract/failures.ts';
import type { JsonSchema } from './component.ts';

const error = { type: 'string', minLength: 1, description: 'A sentence for people. Its wording may change.' };

/** The schemas of failure bodies. */
export const FAILURE_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  ErrorCode: {
    description: 'The code to branch on. `x-error-catalogue` explains each code and says what to do.',
    type: 'string',
    enum: CODED_FAILURES.map(({ code }) => code),
  },
  Failure: {
    description: 'The body of a failure. `code` is present if a program should branch on it.',
    type: 'object',
    properties: { error, code: { $ref: '#/components/schemas/ErrorCode' } },
    required: ['error'],
  },
  PlainFailure: {
    description: 'The body of a failure without a code. Branch on the status instead.',
    type: 'object',
    properties: { error },
    required: ['error'],
  },
};
