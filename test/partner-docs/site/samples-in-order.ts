import { readFileSync } from 'node:fs';
import { readApiDocument } from '../../../partner-docs/site/openapi.ts';
import { type Sample, samplesFor } from '../../../partner-docs/site/samples/languages.ts';

export const API = readApiDocument(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'));

/** The samples of the other operations need what these create. The last sample ends it. */
const FIRST = ['createTenant', 'updateAgent', 'putWebhook'];
const LAST = 'terminateTenant';

/** Returns the samples of a language with their operations, in an order in which they work one after the other. */
export function samplesInOrder(language: Sample['name']) {
  const operations = API.endpoints.map(({ operationId }) => operationId);
  const order = new Set([...FIRST, ...operations.filter((each) => each !== LAST), LAST]);
  return [...order].flatMap((operationId) =>
    API.endpoints
      .filter((endpoint) => endpoint.operationId === operationId)
      .flatMap((endpoint) => samplesFor(API, endpoint).map((sample) => ({ ...sample, endpoint })))
      .filter(({ name }) => name === language)
      .map(({ code, endpoint }) => ({ operationId, endpoint, code })),
  );
}
