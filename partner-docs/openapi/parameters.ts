import * as z from 'zod/mini';
import { PROMISES } from '../../shared/contract/limits.ts';
import { idempotencyKey } from '../../shared/contract/lines/tenant-requests.ts';
import { PAGE_SIZE } from '../../shared/contract/paging.ts';
import { withoutEnvelope } from './components/component.ts';

export const NEXT_CURSOR = {
  description: 'To read the next page, pass this value as `cursor`. It is null on the last page.',
};

/**
 * Parameters by the name that operations use. Query parameters are text on the wire, and the schemas of the contract
 * parse that text; the schemas here describe the value instead.
 */
export const PARAMETERS = {
  CustomerId: {
    name: 'customerId',
    in: 'path',
    required: true,
    description:
      'The `tenantId` of the line. A line that is not yours gets the same response as one that does not exist.',
    schema: { type: 'string', minLength: 1 },
    example: 'tn_01JD3YQ4V6H8W2K5M7N9P0R1ST',
  },
  Limit: {
    name: 'limit',
    in: 'query',
    description: 'The largest number of items on the page.',
    schema: { type: 'integer', minimum: PAGE_SIZE.min, maximum: PAGE_SIZE.max, default: PAGE_SIZE.default },
  },
  Cursor: {
    name: 'cursor',
    in: 'query',
    description:
      'The `nextCursor` of the previous page, unchanged. A cursor is valid for a day, and only for the same list, filter ' +
      'and API key. Any other cursor returns `INVALID_CURSOR`.',
    schema: { type: 'string' },
  },
  Since: {
    name: 'since',
    in: 'query',
    description:
      'Unix time in milliseconds. Returns only calls whose `startedAt`, the time when the summary was stored, is not ' +
      'earlier. Calls can appear slightly out of order. When you poll, read the last ' +
      `${PROMISES.callsOverlapSeconds} seconds again and skip the \`callId\`s that you already know.`,
    schema: { type: 'integer', format: 'int64', minimum: 0 },
    example: 1_795_219_200_000,
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes the request safe to retry. The same key with the same body returns the first response and never creates a ' +
      'second line. The service keeps a key for at least 24 hours. If the request fails, you can use the key again. ' +
      'A malformed key returns 400 and is not stored.',
    schema: withoutEnvelope(z.toJSONSchema(idempotencyKey)),
    example: '0f3b8a52-8c0e-4f6e-9d3a-5b1c7e2f4a60',
  },
} as const;

export type ParameterName = keyof typeof PARAMETERS;
