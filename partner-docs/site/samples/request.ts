import { type Action, ROUTES } from '../../../shared/contract/routes.ts';
import { OPERATIONS, type Sample } from '../../openapi/operations.ts';
import type { ApiDocument, Endpoint } from '../openapi.ts';

/** The request from which the samples of every language are made. */
export interface SampleRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly idempotencyKey: string | undefined;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

/** The request of an endpoint, made from the examples of openapi.json. */
export function sampleRequest(api: ApiDocument, endpoint: Endpoint): SampleRequest {
  const { parameters: shown = [], fields = [] } = sampleOf(endpoint);
  const parameters = api.parametersOf(endpoint).filter(({ name }) => shown.includes(name));
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, example, schema }): [string, string] => [name, String(example ?? schema.maximum)]);
  const example = bodyExample(api, endpoint);
  return {
    method: endpoint.method,
    path: endpoint.path,
    query: query.length === 0 ? '' : `?${new URLSearchParams(query)}`,
    idempotencyKey: parameters.find(({ name }) => name === 'Idempotency-Key')?.example?.toString(),
    body: example && Object.fromEntries(fields.map((field) => [field, example[field]])),
  };
}

export const sampleOf = (endpoint: Pick<Endpoint, 'method' | 'path'>): Sample => OPERATIONS[actionOf(endpoint)].sample;

function actionOf({ method, path }: Pick<Endpoint, 'method' | 'path'>): Action {
  const route = ROUTES.find((each) => each.method === method && each.path === path);
  if (!route) throw new Error(`No route for ${method} ${path}`);
  return route.action;
}

function bodyExample(api: ApiDocument, { requestBody }: Endpoint): Readonly<Record<string, unknown>> | undefined {
  const example = requestBody && api.resolved(requestBody.content['application/json'].schema).examples?.[0];
  return typeof example === 'object' && example !== null ? { ...example } : undefined;
}
