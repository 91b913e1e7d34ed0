import * as z from 'zod/mini';
import { CALLS_OVERLAP_SECONDS, SINCE_MS } from '../../shared/contract/calls/calls.ts';
import { IDEMPOTENCY_KEY_HOURS, idempotencyKey } from '../../shared/contract/lines/idempotency-key.ts';
import { PAGE_SIZE } from '../../shared/contract/paging.ts';
import { CURSOR_HOURS } from '../../shared/domain/requests/cursor.ts';
import { removeSchemaAndId } from './components/component.ts';

export const NEXT_CURSOR = 'To read the next page, pass this value as `cursor`. On the last page, this value is null.';

/**
 * Parameters by the name that operations use. The contract's schemas parse query parameters from text. The schemas here
 * describe the parsed values.
 */
export const PARAMETERS = {
  CustomerId: {
    name: 'customerId',
    in: 'path',
    required: true,
    description:
      'The `tenantId` of the line. For a line that is not yours, the API returns the same failure as for a line that does not exist.',
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
    description: `The \`nextCursor\` of the previous page, unchanged. A cursor is valid for ${CURSOR_HOURS} hours, and only with the same list, the same \`since\` and the same API key. Otherwise, the request returns 400 \`INVALID_CURSOR\`.`,
    schema: { type: 'string' },
  },
  Since: {
    name: 'since',
    in: 'query',
    description: `A Unix time in milliseconds. The response has only calls whose \`startedAt\` (when the summary was stored) is at or after this time. If the response has all calls, check the unit: a time in milliseconds has 13 digits, but a time in seconds has 10. Calls can appear in the list slightly out of order. When you poll, begin ${CALLS_OVERLAP_SECONDS} seconds before the newest call that you have read, and skip the calls whose \`callId\` you already know.`,
    schema: { type: 'integer', format: 'int64', minimum: SINCE_MS.min },
    example: 1_795_219_200_000,
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: `The key makes the request safe to retry. A second request with the same key and the same body returns the first response, and does not create a second line. The service keeps a key for at least ${IDEMPOTENCY_KEY_HOURS} hours. If a request fails, you can use its key again. A request with a malformed key returns 400, and the service does not store the key.`,
    schema: removeSchemaAndId(z.toJSONSchema(idempotencyKey)),
    example: '0f3b8a52-8c0e-4f6e-9d3a-5b1c7e2f4a60',
  },
} as const;

export type ParameterName = keyof typeof PARAMETERS;
