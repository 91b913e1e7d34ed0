import { describe, expect, it } from '@jest/globals';
import { assertDocumented, eventFaults } from './conversation.ts';
import type { SentRequest } from './request-faults.ts';
import type { ReceivedResponse } from './response-faults.ts';

const COMMON = { 'content-type': 'application/json', 'x-request-id': 'r-1', 'cache-control': 'no-store' };
const RATE = { 'ratelimit-policy': '"default";q=30;w=300', ratelimit: '"default";r=29;t=300' };
const line = {
  tenantId: 'tn_1',
  name: 'Corner Cafe',
  region: 'ca',
  status: 'active',
  externalId: 'cafe-1',
  createdAt: '2026-11-21T09:30:00.000Z',
};

const creation = (about: object = {}, headers: SentRequest['headers'] = {}): SentRequest => ({
  method: 'POST',
  path: '/v1/tenants',
  headers,
  body: JSON.stringify({ name: 'Corner Cafe', region: 'ca', externalId: 'cafe-1', ...about }),
});
const respond = (status: number, body: object, headers: ReceivedResponse['headers'] = {}): ReceivedResponse => ({
  status,
  headers: { ...COMMON, ...RATE, ...headers },
  text: JSON.stringify(body),
});
const list = (query: string): SentRequest => ({
  method: 'GET',
  path: `/v1/tenants${query}`,
  headers: {},
  body: undefined,
});
const page = respond(200, { tenants: [line], nextCursor: null });

describe('the check of requests and responses against openapi.json', () => {
  it.each<[string, SentRequest, ReceivedResponse]>([
    ['a creation', creation(), respond(201, line)],
    [
      'a replayed creation',
      creation({}, { 'Idempotency-Key': 'k' }),
      respond(201, line, { 'idempotent-replayed': 'true' }),
    ],
    ['a page of lines', list('?limit=200&cursor=abc'), page],
    ['a rejection of a value out of bounds', list('?limit=201'), respond(400, { error: 'limit: …' })],
    ['a failure with a code', creation(), respond(409, { error: '…', code: 'EXTERNAL_ID_EXISTS' })],
    ['a fault of the service', creation(), respond(500, { error: '…' })],
    ['a timeout of API Gateway', creation(), { ...respond(504, { error: '…' }), headers: COMMON }],
    ['a 404 for an unknown path', { ...list(''), path: '/v1/nothing' }, respond(404, { error: 'Not found' })],
  ])('the check against openapi.json accepts %s', (_what, request, received) => {
    expect(() => assertDocumented(request, received)).not.toThrow();
  });

  it.each<[string, SentRequest, ReceivedResponse, RegExp]>([
    ['an undocumented status', creation(), respond(202, line), /Status 202/],
    ['a 502 of an endpoint that does not release numbers', creation(), respond(502, { error: '…' }), /Status 502/],
    ['a 503 of an endpoint that changes nothing', list(''), respond(503, { error: '…' }), /Status 503/],
    ['an undocumented field', creation(), respond(201, { ...line, colour: 'red' }), /colour/],
    [
      'an undocumented field of a list’s item',
      list(''),
      respond(200, { tenants: [{ ...line, x: 1 }], nextCursor: null }),
      /"x"/,
    ],
    ['a missing field', creation(), respond(201, { ...line, region: undefined }), /region/],
    [
      'a time without milliseconds',
      creation(),
      respond(201, { ...line, createdAt: '2026-11-21T09:30:00Z' }),
      /pattern/,
    ],
    ['an undocumented header', creation(), respond(201, line, { 'x-powered-by': 'x' }), /x-powered-by/],
    ['a missing header', creation(), respond(201, line, { 'x-request-id': undefined }), /x-request-id is missing/],
    ['a header in a wrong format', creation(), respond(201, line, { ratelimit: '29' }), /ratelimit/],
    ['a 429 without Retry-After', creation(), respond(429, { error: '…' }), /retry-after is missing/],
    ['a 401 without WWW-Authenticate', creation(), respond(401, { error: '…' }), /www-authenticate is missing/],
    ['a wrong media type', creation(), respond(201, line, { 'content-type': 'text/plain' }), /text\/plain/],
    ['a code that belongs to another status', creation(), respond(409, { error: '…', code: 'INVALID_CURSOR' }), /enum/],
    ['a conflict without a code', creation(), respond(409, { error: '…' }), /code/],
    [
      'a code with a status that has no codes',
      creation(),
      respond(403, { error: '…', code: 'INVALID_CURSOR' }),
      /code/,
    ],
    ['an invalid body that was accepted', creation({ name: ' ' }), respond(201, line), /accepted, although body/],
    [
      'an invalid idempotency key that was accepted',
      creation({}, { 'Idempotency-Key': 'a b' }),
      respond(201, line),
      /accepted/,
    ],
    ['an invalid query that was accepted', list('?limit=0'), page, /accepted, although limit/],
    ['a duplicate parameter that was accepted', list('?limit=1&limit=2'), page, /has 2 values/],
    ['a valid request that was rejected', creation(), respond(400, { error: 'name: is bad' }), /valid, but rejected/],
  ])('the check against openapi.json reports %s', (_what, request, received, fault) => {
    expect(() => assertDocumented(request, received)).toThrow(fault);
  });

  it('the check against openapi.json reports an undocumented field and a wrong or missing header of an event', () => {
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'PartnerLines-Webhooks/1',
      'x-service-event': 'call.completed',
      'x-service-delivery': 'call-1',
      'x-service-signature': `t=1795219200,v1=${'0'.repeat(64)}`,
      'webhook-id': 'call-1',
      'webhook-timestamp': '1795219200',
      'webhook-signature': `v1,${'A'.repeat(43)}=`,
    };
    const event = {
      event: 'call.completed',
      tenantId: 'tn_1',
      callId: 'call-1',
      occurredAt: '2026-11-21T09:30:00.000Z',
      summary: 'Hello',
      resolution: null,
      recordingAvailable: true,
    };
    expect(eventFaults(headers, JSON.stringify(event))).toEqual([]);
    expect(eventFaults(headers, JSON.stringify({ ...event, callerNumber: '+1' }))).toHaveLength(1);
    expect(eventFaults({ ...headers, 'x-service-signature': 'v1=0' }, JSON.stringify(event))).toHaveLength(1);
    expect(eventFaults({ ...headers, 'x-service-event': undefined }, JSON.stringify(event))).toHaveLength(1);
  });
});
