import fc, { type Arbitrary } from 'fast-check';
import type { ApiDocument, Parameter } from './api-document.ts';
import type { Found, SentRequest } from './request-faults.ts';
import { step } from './schemas.ts';
import { type Hints, valuesAt } from './values.ts';

/** A template of a request. When it is sent, placeholders are replaced with lines and cursors that exist by then. */
export interface RandomRequest {
  readonly method: string;
  readonly path: string;
  /** A list is a parameter with several values. */
  readonly parameters: Readonly<Record<string, { readonly in: string; readonly value: unknown }>>;
  readonly body: unknown;
  /** Sent unchanged instead of the body. */
  readonly rawBody?: string;
  /** Replaces the partner's own key. With null, the request has no Authorization header. */
  readonly key?: string | null;
}

/** Placeholders for a line of the partner and for a cursor that a list returned. */
export const OWN_LINE = 'own-line';
export const OWN_CURSOR = 'own-cursor';

const PUBLIC_HOST = 'https://hooks.acme.com';

const HINTS: Hints = {
  '/BusinessHours/properties/timezone': fc.constantFrom('Asia/Seoul', 'america/toronto', 'UTC'),
  '/WebhookRegistration/properties/url': fc.webPath().map((path) => `${PUBLIC_HOST}${path}`),
  '/CustomerId/schema': fc.constant(OWN_LINE),
  '/Cursor/schema': fc.constant(OWN_CURSOR),
  // There are few keys, so that some are reused.
  '/IdempotencyKey/schema': fc.integer({ min: 1, max: 20 }).map((n) => `key-${n}`),
};

export const operationsOf = ({ paths }: ApiDocument): (Found & { method: string; path: string })[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
      pointer: `/paths/${step(path)}/${method}`,
    })),
  );

/** Generates requests that the document allows. */
export const validRequests = (document: ApiDocument): Arbitrary<RandomRequest> =>
  fc.oneof(...operationsOf(document).map((operation) => validRequestsOf(document, operation)));

export function validRequestsOf(
  document: ApiDocument,
  { method, path, pointer, operation }: ReturnType<typeof operationsOf>[number],
): Arbitrary<RandomRequest> {
  const parameters = (operation.parameters ?? []).map((_, index) =>
    document.at<Parameter>(`${pointer}/parameters/${index}`),
  );
  const model = Object.fromEntries(
    parameters.map(({ pointer: where, node }) => [
      node.name,
      valuesAt(document, `${where}/schema`, HINTS).map((value) => ({ in: node.in, value })),
    ]),
  );
  const requiredKeys = parameters.filter(({ node }) => node.required).map(({ node }) => node.name);
  const body = operation.requestBody
    ? valuesAt(document, `${pointer}/requestBody/content/application~1json/schema`, HINTS)
    : fc.constant(undefined);
  return fc.record({
    method: fc.constant(method),
    path: fc.constant(path),
    parameters: fc.record(model, { requiredKeys }),
    body: operation.requestBody?.required === false ? fc.option(body, { nil: undefined }) : body,
  });
}

/** Returns the request in the form in which it is sent. */
export function wireForm(
  { method, path, parameters, body, rawBody }: RandomRequest,
  fillIn: (placeholder: unknown) => unknown = (value) => value,
): SentRequest {
  const valuesIn = (place: string): [name: string, value: string][] =>
    Object.entries(parameters)
      .filter(([, parameter]) => parameter.in === place)
      .flatMap(([name, { value }]) => [value].flat().map((one): [string, string] => [name, String(fillIn(one))]));
  const query = new URLSearchParams(valuesIn('query')).toString();
  const filled = valuesIn('path').reduce(
    (template, [name, value]) => template.replace(`{${name}}`, () => encodeURIComponent(value)),
    path,
  );
  const headers = Map.groupBy(valuesIn('header'), ([name]) => name);
  return {
    method,
    path: query === '' ? filled : `${filled}?${query}`,
    headers: Object.fromEntries([...headers].map(([name, pairs]) => [name, pairs.map(([, value]) => value)])),
    body: rawBody ?? (body === undefined ? undefined : JSON.stringify(body)),
  };
}
