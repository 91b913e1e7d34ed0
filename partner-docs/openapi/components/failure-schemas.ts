import { PUBLIC_CODES } from '../../../shared/domain/requests/failure.ts';
import type { JsonSchema } from './component.ts';

const error = { type: 'string', minLength: 1, description: 'A sentence for people. Its words may change.' };

/** The one form of every failure body. */
export const FAILURE_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  ErrorCode: {
    description: 'Branch on it. What each code means and what to do about it: `x-error-catalogue`.',
    type: 'string',
    enum: PUBLIC_CODES,
  },
  Failure: {
    description: 'Every failure body; `code` is present where a program should branch.',
    type: 'object',
    properties: { error, code: { $ref: '#/components/schemas/ErrorCode' } },
    required: ['error'],
  },
  PlainFailure: {
    description: 'A failure without a code: the status says all that a program needs.',
    type: 'object',
    properties: { error },
    required: ['error'],
  },
};
