import { CODED_FAILURES } from '../../../shared/contract/failures.ts';
import type { JsonSchema } from './component.ts';

const error = { type: 'string', minLength: 1, description: 'A sentence for people. Its wording may change.' };

export const FAILURE_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  ErrorCode: {
    description:
      'The code of a failure, for programs to branch on. The catalogue of errors explains each code and says what to do.',
    type: 'string',
    enum: CODED_FAILURES.map(({ code }) => code),
  },
  Failure: {
    description: 'The body of a failure. If `code` is present, branch on it. If not, branch on the status.',
    type: 'object',
    properties: { error, code: { $ref: '#/components/schemas/ErrorCode' } },
    required: ['error'],
  },
  PlainFailure: {
    description: 'The body of a failure without a code. Branch on the status.',
    type: 'object',
    properties: { error },
    required: ['error'],
  },
};
