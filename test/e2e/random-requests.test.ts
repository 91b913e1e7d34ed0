import { describe, expect, it } from '@jest/globals';
import fc, { type Arbitrary } from 'fast-check';
import { apiDocument, checkedInDocument, withLocalWebhooks } from '../partner-docs/openapi/api-document.ts';
import { invalidRequests } from '../partner-docs/openapi/invalid-requests.ts';
import {
  OWN_CURSOR,
  OWN_LINE,
  type RandomRequest,
  validRequests,
  wireForm,
} from '../partner-docs/openapi/random-requests.ts';
import { type ApiResponse, api } from '../support/service/api.ts';
import { newPartner, running } from '../support/service/world.ts';

const SEED = 20_261_121;
const REQUESTS = 120;
const AT_ONCE = 8;

const partner = await newPartner();

/** Sends random requests of one partner. `api` checks each and its response against openapi.json. */
async function sent(requests: Arbitrary<RandomRequest>): Promise<ApiResponse[]> {
  const send = api(running().baseUrl);
  const lines = [(await partner.createLine()).tenantId];
  const cursors = ['none-yet'];
  const fillIn = (value: unknown) =>
    value === OWN_LINE ? lines.at(-1) : value === OWN_CURSOR ? cursors.at(-1) : value;
  const queue = fc.sample(requests, { seed: SEED, numRuns: REQUESTS });
  const responses: ApiResponse[] = [];

  async function work(): Promise<void> {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const { method, path, headers, body } = wireForm(next, fillIn);
      const key = next.key === undefined ? partner.apiKey : next.key;
      const response = await send(method, path, { headers: { ...headers }, body, ...(key === null ? {} : { key }) });
      responses.push(response);
      const { tenantId, nextCursor } = response.json<{ tenantId?: string; nextCursor?: string | null }>();
      if (response.status === 201 && tenantId !== undefined) lines.push(tenantId);
      if (typeof nextCursor === 'string') cursors.push(nextCursor);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return responses;
}

const byStatus = (responses: readonly ApiResponse[]) =>
  Map.groupBy(responses, ({ status }) => Math.floor(status / 100));

describe(`${REQUESTS} random requests made from openapi.json`, () => {
  const document = apiDocument(checkedInDocument());

  it('valid random requests get no 5xx', async () => {
    const responses = await sent(validRequests(document));
    expect(responses).toHaveLength(REQUESTS);
    const statuses = byStatus(responses);
    expect(statuses.get(5)?.map(({ text }) => text) ?? []).toEqual([]);
    expect(statuses.get(2)?.length).toBeGreaterThan(REQUESTS / 3);
  });

  it('invalid random requests get a 4xx', async () => {
    const responses = await sent(invalidRequests(apiDocument(withLocalWebhooks(checkedInDocument()))));
    expect(responses).toHaveLength(REQUESTS);
    expect([...byStatus(responses).keys()]).toEqual([4]);
    expect(responses.filter(({ status }) => status === 400).length).toBeGreaterThan(REQUESTS / 2);
  });
});
