import { CODED_FAILURES } from '../../../shared/contract/failures.ts';

/**
 * Every row of the contract's tables, by a short name. A test that covers a row has this name in brackets in its title.
 * `npm test` fails if a row is not in the title of any passed test.
 */
export const ENDPOINT_RESPONSES: Record<string, readonly number[]> = {
  'GET /v1/whoami': [200, 401, 403],
  'GET /v1/tenants': [200, 400, 401, 403],
  'POST /v1/tenants': [201, 400, 401, 402, 403, 409],
  'GET /v1/tenants/{customerId}': [200, 401, 403],
  'DELETE /v1/tenants/{customerId}': [200, 401, 403, 409, 502],
  'GET /v1/tenants/{customerId}/agent': [200, 401, 403],
  'PUT /v1/tenants/{customerId}/agent': [200, 400, 401, 403, 409, 503],
  'GET /v1/tenants/{customerId}/calls': [200, 400, 401, 403],
  'GET /v1/webhooks': [200, 401, 403, 404],
  'PUT /v1/webhooks': [200, 400, 401, 403, 422],
};

const LIMITS = [
  ...['rate', 'lines', 'page size', 'since', 'idempotency key', 'name', 'externalId'],
  ...['persona', 'greeting', 'tone', 'summaryRecipients', 'termination reason'],
  ...['webhook url', 'webhook events', 'settings propagation', 'webhook delivery'],
];

const STATES = [
  'line none → active',
  'line active → terminated',
  'line active with number → active',
  'line terminated, release unfinished → terminated',
  'line terminated and released → 403',
  'line terminated rejects settings',
  'line purged',
  'webhook not registered → registered',
  'webhook registered → replaced',
  'webhook not registered → 404',
  'webhook invalid PUT saves nothing',
  'idempotency unused → runs',
  'idempotency running → in progress',
  'idempotency completed, same body → replay',
  'idempotency completed, other body → mismatch',
  'idempotency first failed → runs again',
];

const DELIVERY_RULES = [
  ...['at least once', 'success is any 2xx', 'timeout of 10 seconds', 'redirects are failures'],
  ...['retried responses', 'responses that are not retried', 'backoff', '8 attempts in all'],
  ...['headers', 'body', 'signature'],
];

const STATUSES = ['400', '401', '402', '403', '404', '409', '422', '429', '502', '5xx'];

export const CONTRACT_ROWS: readonly string[] = [
  ...Object.entries(ENDPOINT_RESPONSES).flatMap(([endpoint, statuses]) =>
    statuses.map((status) => `${endpoint} ${status}`),
  ),
  ...STATUSES.map((status) => `status ${status}`),
  ...CODED_FAILURES.map(({ code }) => `code ${code}`),
  ...LIMITS.map((limit) => `limit ${limit}`),
  ...STATES.map((state) => `state ${state}`),
  ...DELIVERY_RULES.map((rule) => `delivery ${rule}`),
];

/** Returns the rows that none of the given test titles names. */
export const rowsWithoutTest = (titles: readonly string[]): readonly string[] =>
  CONTRACT_ROWS.filter((row) => !titles.some((title) => title.includes(`[${row}]`)));
