import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { createHandler as createAuthorizer } from '../../../functions/authorizer/handler.ts';
import { createHandler as createLineForCall } from '../../../functions/line-for-call/handler.ts';
import { createHandler as createRecordCall } from '../../../functions/record-call/handler.ts';
import { ROUTES, type Route } from '../../../shared/contract/routes.ts';
import { recordCallInput } from '../../../shared/domain/calls/finished-call.ts';
import { lineForCallInput } from '../../../shared/domain/lines/line-for-call.ts';
import { connectTable } from '../../../shared/store/table/connect.ts';
import { apiDocument, checkedInDocument } from '../../partner-docs/openapi/api-document.ts';
import { step } from '../../partner-docs/openapi/schemas.ts';
import { aContext, apiEvent } from '../../support/functions/endpoint-call.ts';
import { endpointsOn } from '../../support/functions/endpoints.ts';
import { silent } from '../../support/functions/telemetry.ts';
import { BYTES, HOSTILE_BODIES, hostileInputs, hostileTexts } from '../../support/hostile/hostile-inputs.ts';
import { intercepted } from '../../support/table/faulty.ts';

/** Linear checks of these inputs take a few milliseconds, quadratic ones take seconds. */
const CPU_LIMIT_MS = 100;
/** On a slow or busy machine, the limit is this many times what the most expensive linear check of 250 KB takes. */
const SLACK = 3;
const LONGEST_ERROR = 2_000;

type Input = Parameters<typeof apiEvent>[0];

const TENANT = 'tn_01M7YT8SSV0V8RRR6VXFMZKNWV';

/** Every read finds this item, so every endpoint gets as far as the input. */
const delegation = {
  tenantId: TENANT,
  partnerId: 'pt_1',
  name: 'Cafe',
  region: 'kr',
  status: 'active',
  externalId: 'shop-1',
  createdAt: '2026-11-21T10:00:00.000Z',
};
const response = { Item: delegation, Items: [], Attributes: { hits: 1 } };
const table = intercepted(connectTable('table', { region: 'eu-west-1' }), async () => response);
const nowMs = () => Date.parse('2026-11-21T10:00:00.000Z');
const endpoints = endpointsOn(table, silent);
const authorizer = createAuthorizer({ ...silent, table, nowMs });
const lineForCall = createLineForCall({ ...silent, table: intercepted(table, async () => ({ Responses: {} })) });
const recordCall = createRecordCall({
  ...silent,
  nowMs,
  callRecorder: {
    partnerOfLineEvenIfTerminated: async () => 'pt_1',
    isSubscribed: async () => true,
    store: async ({ callId, tenantId }) => ({
      ...{ callId, tenantId, storedAtMs: nowMs() },
      ...{ alreadyStored: false, isSkipped: false },
    }),
    unskip: async () => false,
    noteRejected: async () => undefined,
  },
});

const document = apiDocument(checkedInDocument());
const parameter = z.object({ name: z.string(), in: z.enum(['path', 'query', 'header']) });
const anySchema = z.looseObject({});
const json = z.object({ schema: anySchema, example: z.unknown() });
const reference = z.object({ $ref: z.string() });

const resolved = (schema: object): object => {
  const { data } = reference.safeParse(schema);
  return data ? document.at<object>(data.$ref.slice(1)).node : schema;
};

type ValidBody = z.infer<typeof json>;

/** Generates requests to a route with a hostile value in one place each: path, query, header or body. */
function* hostileRequests({ method, path }: Route): Generator<Input> {
  const pointer = `/paths/${step(path)}/${method.toLowerCase()}`;
  const { parameters = [], requestBody } = document.at<(typeof document.paths)[string][string]>(pointer).node;
  const body = requestBody && json.parse(requestBody.content['application/json']);
  const valid = { tenantId: TENANT, ...(body ? { body: body.example } : {}) };
  const named = parameters.map((_, at) => parameter.parse(document.at(`${pointer}/parameters/${at}`).node));
  const namesIn = (place: string) => named.flatMap((one) => (one.in === place ? [one.name] : []));
  for (const text of hostileTexts('')) {
    yield { ...valid, tenantId: text };
    yield { ...valid, query: { [text]: ['x', 'y'] } };
    for (const name of namesIn('query')) yield { ...valid, query: { [name]: text } };
    for (const name of [...HEADERS, ...namesIn('header')]) yield { ...valid, headers: { [name]: text } };
  }
  for (const sent of body ? hostileBodies(body) : []) yield { ...valid, body: sent };
}

/** The headers that endpoints read, besides those in the OpenAPI document. */
const HEADERS = ['Authorization', 'Content-Type', 'Content-Encoding', 'Host'];

const hostileBodies = ({ schema, example }: ValidBody) => [
  ...HOSTILE_BODIES,
  ...hostileInputs(schema, example, resolved),
];

/**
 * Returns the CPU time of this thread. The least of up to three runs counts, because a run may also pay for compiling
 * code or for collecting the garbage of others.
 */
async function cpuMs(run: () => Promise<unknown>, enoughMs: number): Promise<number> {
  let leastMs = Number.POSITIVE_INFINITY;
  for (let runs = 0; runs < 3 && leastMs > enoughMs; runs += 1) {
    const before = process.threadCpuUsage();
    await run();
    const { user, system } = process.threadCpuUsage(before);
    leastMs = Math.min(leastMs, (user + system) / 1_000);
  }
  return leastMs;
}

/** The JSON parser of the endpoints calls a function for each value. */
const list = JSON.stringify(Array(BYTES / 2).fill(0));
const limitMs = Math.max(CPU_LIMIT_MS, SLACK * (await cpuMs(async () => JSON.parse(list, (_, value) => value), 0)));

/**
 * Runs the inputs up to the first that exceeds a limit, and returns what this input exceeds. `run` returns the error
 * that the caller gets; `undefined` when the input is accepted.
 */
async function firstExcess<T>(inputs: Iterable<T>, run: (input: T) => Promise<string | undefined>) {
  for (const input of inputs) {
    let error = '';
    const ms = await cpuMs(async () => {
      error = (await run(input)) ?? '';
    }, limitMs);
    if (ms > limitMs || error.length > LONGEST_ERROR) {
      const shortened = JSON.stringify(input).replace(/(.{1,40}?)\1{5,}/gu, '$1…');
      return `${Math.round(ms)} ms of CPU, an error of ${error.length} characters: ${shortened.slice(0, 1_000)}`;
    }
  }
  return undefined;
}

describe('the CPU time that hostile requests need', () => {
  it.each(ROUTES)(
    'the endpoint $method $path stays within the CPU limit if any part of a request is hostile',
    async (route) => {
      const endpoint = endpoints[route.action];
      function* events() {
        for (const request of hostileRequests(route)) yield apiEvent(request);
      }
      // The parser replaces the body of the event, so each run gets a copy.
      const errorOf = async (event: ReturnType<typeof apiEvent>) => {
        const { statusCode, body } = await endpoint({ ...event }, aContext);
        return statusCode < 400 ? undefined : body;
      };
      expect(await firstExcess(events(), errorOf)).toBeUndefined();
    },
  );

  it.each(ROUTES)(
    'the authorizer stays within the CPU limit if a request to $method $path is hostile',
    async ({ path }) => {
      const texts = hostileTexts('').flatMap((text) => [
        { customerId: text, key: 'Bearer x' },
        { customerId: TENANT, key: text },
        { customerId: TENANT, key: `Bearer ${text}` },
      ]);
      const errorOf = async ({ customerId, key }: (typeof texts)[number]) => {
        const event = { ...apiEvent({ tenantId: customerId, headers: { Authorization: key } }), resource: path };
        const { context } = await authorizer(event).catch(() => ({ context: {} }));
        return JSON.stringify(context);
      };
      expect(await firstExcess(texts, errorOf)).toBeUndefined();
    },
  );

  it('record-call stays within the CPU limit if any field of its input is hostile', async () => {
    const schema = anySchema.parse(z.toJSONSchema(recordCallInput, { io: 'input' }));
    const call = { callId: 'c1', summary: 'Asked for a table', topics: ['x'], callerNumber: '+821012345678' };
    const errorOf = async (input: unknown) => {
      const recorded = await recordCall(input);
      return 'refused' in recorded ? recorded.refused.message : undefined;
    };
    const inputs = hostileInputs(schema, { tenantId: TENANT, call }, (one) => one);
    expect(await firstExcess(inputs, errorOf)).toBeUndefined();
  });

  it.each([
    ['number', { number: '+821012345678' }],
    ['tenantId', { tenantId: TENANT }],
  ])('line-for-call with a %s stays within the CPU limit if its input is hostile', async (_, input) => {
    const schema = anySchema.parse(z.toJSONSchema(lineForCallInput, { io: 'input' }));
    const errorOf = async (given: unknown) => {
      const found = await lineForCall(given);
      return 'refused' in found ? found.refused.message : undefined;
    };
    const inputs = hostileInputs(schema, { ...input, purpose: 'refresh' }, (one) => one);
    expect(await firstExcess(inputs, errorOf)).toBeUndefined();
  });
});
