import * as z from 'zod/mini';
import { PROMISES } from '../../shared/contract/limits.ts';
import { PAGE_SIZE } from '../../shared/contract/paging.ts';
import { idempotencyKey } from '../../shared/contract/tenant-requests.ts';
import { withoutEnvelope } from './components/component.ts';

export const NEXT_CURSOR = { description: 'Pass it as `cursor` to read the next page; null on the last page.' };

/** Parameters by name, as operations refer to them. Those of the query are text on the wire, so their schemas are said anew. */
export const PARAMETERS = {
  CustomerId: {
    name: 'customerId',
    in: 'path',
    required: true,
    description: 'The line (`tenantId`). A line that is not yours is answered like one that does not exist.',
    schema: { type: 'string', minLength: 1 },
    example: 'tn_01JD3YQ4V6H8W2K5M7N9P0R1ST',
  },
  Limit: {
    name: 'limit',
    in: 'query',
    description: 'Items of the page.',
    schema: { type: 'integer', minimum: PAGE_SIZE.min, maximum: PAGE_SIZE.max, default: PAGE_SIZE.default },
  },
  Cursor: {
    name: 'cursor',
    in: 'query',
    description:
      'Opaque: `nextCursor` of the page before. It holds for the same list, filter and key only, and for a day; ' +
      'one that does not hold answers INVALID_CURSOR.',
    schema: { type: 'string' },
  },
  Since: {
    name: 'since',
    in: 'query',
    description:
      'Epoch milliseconds: only calls whose summary was stored at or after that time (as `startedAt`). Calls can become ' +
      `visible slightly out of order: when you poll, ask for the last ${PROMISES.callsOverlapSeconds} seconds again and ` +
      'drop the `callId`s that you know.',
    schema: { type: 'integer', format: 'int64', minimum: 0 },
    example: 1_795_219_200_000,
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes a repeated creation safe: the same key with the same body is answered with the first answer and makes no ' +
      'second line. Kept for at least 24 hours. A request that failed frees its key. A malformed key is not used up.',
    schema: withoutEnvelope(z.toJSONSchema(idempotencyKey)),
    example: '0f3b8a52-8c0e-4f6e-9d3a-5b1c7e2f4a60',
  },
} as const;

export type ParameterName = keyof typeof PARAMETERS;
