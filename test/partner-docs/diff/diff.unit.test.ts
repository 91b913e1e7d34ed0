import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { differences } from '../../../partner-docs/diff/documents.ts';
import { changed, copyOf, document, SCHEMAS } from './changed-document.ts';

const LINES = '/paths/~1v1~1tenants';
const EVENT = '/webhooks/call.completed/post';
const everyCode = [
  'A_NEW_CODE',
  ...(document as { components: { schemas: { ErrorCode: { enum: string[] } } } }).components.schemas.ErrorCode.enum,
];

describe('the differences between two OpenAPI documents', () => {
  it('the comparison of an OpenAPI document with itself finds no difference', () => {
    expect(differences(document, copyOf(document))).toEqual([]);
  });

  it.each<[string, string, unknown, boolean, string]>([
    ['an endpoint removed', `${LINES}/post`, undefined, true, 'POST /v1/tenants: removed'],
    ['an endpoint added', '/paths/~1v1~1things', { get: {} }, false, 'GET /v1/things: added'],
    ['an event removed', '/webhooks/call.completed', undefined, true, 'event call.completed: removed'],
    ['a query parameter removed', `${LINES}/get/parameters`, [], true, 'GET /v1/tenants, query limit: removed'],
    [
      'a parameter now required',
      '/components/parameters/Cursor/required',
      true,
      true,
      'GET /v1/tenants, query cursor: now required',
    ],
    ['a page size lowered', '/components/parameters/Limit/schema/maximum', 100, true, 'maximum: 200 → 100'],
    ['a page size raised', '/components/parameters/Limit/schema/maximum', 500, false, 'maximum: 200 → 500'],
    ['a changed default', '/components/parameters/Limit/schema/default', 20, true, 'default: 50 → 20'],
    [
      'a body now required',
      '/paths/~1v1~1tenants~1{customerId}/delete/requestBody/required',
      true,
      true,
      'now required',
    ],
    [
      'a field of a request now required',
      `${SCHEMAS}/CreateLine/required/3`,
      'agent',
      true,
      'sent CreateLine: required: added "agent"',
    ],
    [
      'a field of a request no longer required',
      `${SCHEMAS}/CreateLine/required`,
      ['name', 'region'],
      false,
      'required',
    ],
    [
      'a field of a request removed',
      `${SCHEMAS}/TerminateLine/properties/purge`,
      undefined,
      true,
      'sent TerminateLine.purge: field removed',
    ],
    [
      'a field of a request added',
      `${SCHEMAS}/TerminateLine/properties/now`,
      {},
      false,
      'sent TerminateLine.now: field added',
    ],
    [
      'a lower maximum length',
      `${SCHEMAS}/CreateLine/properties/name/maxLength`,
      100,
      true,
      'sent CreateLine.name: maxLength: 200 → 100',
    ],
    [
      'an enum value no longer accepted',
      `${SCHEMAS}/CreateLine/properties/region/enum`,
      ['kr'],
      true,
      'enum: removed "ca"',
    ],
    [
      'a new enum value of a request',
      `${SCHEMAS}/CreateLine/properties/region/enum`,
      ['kr', 'ca', 'us'],
      false,
      'enum: added "us"',
    ],
    ['a changed pattern', `${SCHEMAS}/CreateLine/properties/externalId/pattern`, '^[a-z]+$', true, 'pattern'],
    ['unknown fields now rejected', `${SCHEMAS}/CreateLine/additionalProperties`, false, true, 'additionalProperties'],
    [
      'a field of a response removed',
      `${SCHEMAS}/Line/properties/externalId`,
      undefined,
      true,
      'received Line.externalId: field removed',
    ],
    [
      'a field of a response added',
      `${SCHEMAS}/Line/properties/colour`,
      {},
      false,
      'received Line.colour: field added',
    ],
    [
      'a field of a response no longer required',
      `${SCHEMAS}/Line/required`,
      ['tenantId'],
      true,
      'received Line: required',
    ],
    [
      'a field of a response that may now be null',
      `${SCHEMAS}/Line/properties/name/type`,
      ['string', 'null'],
      true,
      'received Line.name: type',
    ],
    [
      'a field of a response that can no longer be null',
      `${SCHEMAS}/Line/properties/externalId/type`,
      'string',
      false,
      'received Line.externalId: type',
    ],
    [
      'new enum values of a response',
      `${SCHEMAS}/Line/properties/status/enum`,
      ['active', 'paused', 'held'],
      true,
      'received Line.status: enum: removed "terminated"; added "paused", "held"',
    ],
    ['a new type of a response field', `${SCHEMAS}/Line/properties/region/anyOf/2`, { type: 'integer' }, true, 'anyOf'],
    [
      'a new success status',
      `${LINES}/post/responses/202`,
      { description: 'Later' },
      true,
      'POST /v1/tenants, 202: added',
    ],
    [
      'a new failure status',
      `${LINES}/post/responses/418`,
      { description: 'Tea' },
      false,
      'POST /v1/tenants, 418: added',
    ],
    ['a new code', `${SCHEMAS}/ErrorCode/enum`, everyCode, false, 'failure ErrorCode: enum: added "A_NEW_CODE"'],
    ['a failure body without error', `${SCHEMAS}/Failure/required`, [], true, 'failure Failure: required'],
    [
      'a response header removed',
      '/components/responses/TooManyRequests/headers/Retry-After',
      undefined,
      true,
      '429, Retry-After: removed',
    ],
    [
      'a response header no longer required',
      '/components/headers/RetryAfter/required',
      undefined,
      true,
      'no longer required',
    ],
    ['a response header added', `${LINES}/get/responses/200/headers/Link`, { schema: {} }, false, '200, Link: added'],
    [
      'a changed media type',
      `${LINES}/get/responses/200/content`,
      { 'text/csv': {} },
      true,
      'application/json removed',
    ],
    ['a scope now required', '/paths/~1v1~1whoami/get/x-scope', 'tenants', true, 'GET /v1/whoami: scope'],
    ['a changed authentication', '/components/securitySchemes/apiKey/scheme', 'basic', true, 'authentication apiKey'],
    ['a changed base address', '/servers/0/url', 'https://elsewhere.test', true, 'servers'],
    [
      'a field of an event removed',
      `${SCHEMAS}/CallCompleted/properties/summary`,
      undefined,
      true,
      'received CallCompleted.summary',
    ],
    ['a field of an event added', `${SCHEMAS}/CallCompleted/properties/more`, {}, false, 'received CallCompleted.more'],
    [
      'a header of an event removed',
      `${EVENT}/parameters`,
      [],
      true,
      'event call.completed, header x-service-signature: removed',
    ],
    ['a response to an event no longer accepted', `${EVENT}/responses/2XX`, undefined, true, '2XX: removed'],
    ['a changed description', `${SCHEMAS}/Line/description`, 'Another line.', false, 'received Line: description'],
    [
      'changed advice about an error',
      '/x-error-catalogue/codes/INVALID_CURSOR/retry',
      'no',
      false,
      'catalogue of errors, INVALID_CURSOR',
    ],
  ])(
    'the comparison of two OpenAPI documents reports %s, and whether the change breaks a client',
    (_what, pointer, value, breaks, sentence) => {
      const found = differences(document, changed(pointer, value));
      const sentences = found.map(({ where, what }) => `${where}: ${what}`);
      expect(sentences).toContainEqual(expect.stringContaining(sentence));
      expect(found.some((difference) => difference.breaks)).toBe(breaks);
    },
  );

  it('the comparison of two OpenAPI documents reports a change of any value', () => {
    const leaves = [...leavesOf(document)].filter((pointer) => !SAME_WITHOUT.test(pointer));
    fc.assert(
      fc.property(fc.constantFrom(...leaves), fc.constantFrom('else', 4_711, undefined), (pointer, value) => {
        expect(differences(document, changed(pointer, value))).not.toEqual([]);
      }),
      { seed: 20_261_121, numRuns: 100 },
    );
  });
});

/** `required: false` is the default, so adding or removing it changes nothing. */
const SAME_WITHOUT = /\/delete\/requestBody\/required$/;

function* leavesOf(node: unknown, pointer = ''): Generator<string> {
  if (typeof node !== 'object' || node === null) yield pointer;
  else
    for (const [name, child] of Object.entries(node))
      yield* leavesOf(child, `${pointer}/${name.replaceAll('/', '~1')}`);
}
