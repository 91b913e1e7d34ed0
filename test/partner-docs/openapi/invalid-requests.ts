import fc, { type Arbitrary } from 'fast-check';
import type { ApiDocument } from './api-document.ts';
import { operationsOf, type RandomRequest, validRequestsOf, wireForm } from './random-requests.ts';
import { operationFor, requestFaults } from './request-faults.ts';
import type { Json } from './schemas.ts';

const JUNK = [null, true, -1, 12.5, '', ' ', '김', 'x'.repeat(8_001), [], [null], {}, { url: [] }];
const NO_JSON = ['hello', '{', '{"name":"x",}', '\uFEFF{}', "{'a':1}", '[', '""', '0', 'null', '[]'];
const QUERY_JUNK = ['0', '-1', '201', '1.5', '1e3', '', 'x', '٣', '+5', '0x1', ['1', '1']];
const KEY_JUNK = ['', 'a b', 'é', 'k'.repeat(129), ['one', 'two']];
const UNKNOWN_KEY = `svc_partner_${'0'.repeat(64)}`;
const PATHS = ['/', '/v1', '/v2/whoami', '/v1/nothing', '/v1/tenants/own-line/nothing', '/v1/webhooks/1', '/V1/whoami'];

/** Generates invalid requests: valid ones with one part broken. */
export const invalidRequests = (document: ApiDocument): Arbitrary<RandomRequest> => {
  const all = operationsOf(document);
  const valid = (some: typeof all) => fc.oneof(...some.map((operation) => validRequestsOf(document, operation)));
  const withBody = all.filter(({ operation }) => operation.requestBody);
  const withQueryOrHeader = all.filter(({ path, method }) => path.endsWith('s') && /GET|POST/.test(method));
  const broken = fc.oneof(
    { arbitrary: valid(withBody).chain(withJunkInside), weight: 6 },
    { arbitrary: withNoJson(valid(withBody)), weight: 1 },
    { arbitrary: valid(withQueryOrHeader).chain(withBrokenParameter), weight: 3 },
    { arbitrary: withoutCredentials(valid(all)), weight: 1 },
    { arbitrary: toNowhere(valid(all)), weight: 1 },
  );
  return broken.filter((request) => isInvalid(document, request));
};

function isInvalid(document: ApiDocument, request: RandomRequest): boolean {
  const sent = wireForm(request);
  const found = operationFor(document, sent);
  return request.key !== undefined || found === undefined || requestFaults(document, found, sent).length > 0;
}

const withNoJson = (requests: Arbitrary<RandomRequest>) =>
  fc.tuple(requests, fc.constantFrom(...NO_JSON)).map(([request, rawBody]) => ({ ...request, rawBody }));

const withoutCredentials = (requests: Arbitrary<RandomRequest>) =>
  fc
    .tuple(requests, fc.constantFrom(null, '', 'x', UNKNOWN_KEY, UNKNOWN_KEY.toUpperCase()))
    .map(([request, key]) => ({ ...request, key }));

const toNowhere = (requests: Arbitrary<RandomRequest>) =>
  fc.oneof(
    fc.tuple(requests, fc.constantFrom(...PATHS)).map(([request, path]) => ({ ...request, path, parameters: {} })),
    fc.tuple(requests, fc.constantFrom('PATCH', 'OPTIONS')).map(([request, method]) => ({ ...request, method })),
  );

/** Puts an invalid value into a query parameter or the Idempotency-Key. */
const withBrokenParameter = (request: RandomRequest): Arbitrary<RandomRequest> => {
  const junkFor =
    request.method === 'POST'
      ? ([['Idempotency-Key', 'header', KEY_JUNK]] as const)
      : ([
          ['limit', 'query', QUERY_JUNK],
          ['since', 'query', QUERY_JUNK],
        ] as const);
  return fc.constantFrom(...junkFor).chain(([name, place, junk]) =>
    fc.constantFrom<unknown>(...junk).map((value) => ({
      ...request,
      parameters: { ...request.parameters, [name]: { in: place, value } },
    })),
  );
};

/** Removes a field of the body at any depth, or gives it an invalid value. */
const withJunkInside = (request: RandomRequest): Arbitrary<RandomRequest> => {
  const places = placesIn(request.body ?? {});
  return fc
    .tuple(fc.constantFrom(...places), fc.oneof(fc.constantFrom<unknown>(...JUNK), fc.constant(undefined)))
    .map(([place, junk]) => ({ ...request, body: replaced(request.body ?? {}, place, junk) }));
};

type Place = readonly string[];

const placesIn = (value: unknown): Place[] => [
  [],
  ...(typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, child]) => placesIn(child).map((place) => [name, ...place]))
    : []),
];

function replaced(value: unknown, [name, ...rest]: Place, junk: unknown): unknown {
  if (name === undefined) return junk ?? null;
  const child = replaced((value as Json)[name], rest, junk);
  const left = rest.length === 0 && junk === undefined ? undefined : child;
  if (Array.isArray(value)) return value.map((item, index) => (String(index) === name ? (left ?? null) : item));
  return { ...(value as Json), [name]: left };
}
