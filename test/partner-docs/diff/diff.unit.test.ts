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

  const CREATE_LINE = `${SCHEMAS}/CreateLine`;
  const TERMINATE_LINE = `${SCHEMAS}/TerminateLine`;
  const LINE = `${SCHEMAS}/Line`;
  const CALL_COMPLETED = `${SCHEMAS}/CallCompleted`;
  /** Returns the differences as sentences, and whether one of them breaks a client. */
  const compared = (pointer: string, value: unknown) => {
    const found = differences(document, changed(pointer, value));
    return { sentences: found.map(({ where, what }) => `${where}: ${what}`), breaks: found.some((one) => one.breaks) };
  };
  const containing = (sentence: string) => expect.arrayContaining([expect.stringContaining(sentence)]);

  it.each<[what: string, pointer: string, value: unknown, sentence: string]>([
    ['an endpoint removed', `${LINES}/post`, undefined, 'POST /v1/tenants: removed'],
    ['a removed event', '/webhooks/call.completed', undefined, 'event call.completed: removed'],
    ['a query parameter removed', `${LINES}/get/parameters`, [], 'GET /v1/tenants, query limit: removed'],
    [
      'a parameter now required',
      '/components/parameters/Cursor/required',
      true,
      'GET /v1/tenants, query cursor: now required',
    ],
    ['a page size lowered', '/components/parameters/Limit/schema/maximum', 100, 'maximum: 200 → 100'],
    ['a changed default', '/components/parameters/Limit/schema/default', 20, 'default: 50 → 20'],
    ['a body now required', '/paths/~1v1~1tenants~1{customerId}/delete/requestBody/required', true, 'now required'],
    [
      'a field of a request now required',
      `${CREATE_LINE}/required/3`,
      'agent',
      'sent CreateLine: required: added "agent"',
    ],
    [
      'a field of a request removed',
      `${TERMINATE_LINE}/properties/purge`,
      undefined,
      'sent TerminateLine.purge: field removed',
    ],
    [
      'a lower maximum length',
      `${CREATE_LINE}/properties/name/maxLength`,
      100,
      'sent CreateLine.name: maxLength: 200 → 100',
    ],
    ['an enum value no longer accepted', `${CREATE_LINE}/properties/region/enum`, ['kr'], 'enum: removed "ca"'],
    ['a changed pattern', `${CREATE_LINE}/properties/externalId/pattern`, '^[a-z]+$', 'pattern'],
    ['unknown fields now rejected', `${CREATE_LINE}/additionalProperties`, false, 'additionalProperties'],
    [
      'a field of a response removed',
      `${LINE}/properties/externalId`,
      undefined,
      'received Line.externalId: field removed',
    ],
    ['a field of a response no longer required', `${LINE}/required`, ['tenantId'], 'received Line: required'],
    [
      'a field of a response that may now be null',
      `${LINE}/properties/name/type`,
      ['string', 'null'],
      'received Line.name: type',
    ],
    [
      'new enum values of a response',
      `${LINE}/properties/status/enum`,
      ['active', 'paused', 'held'],
      'received Line.status: enum: removed "terminated"; added "paused", "held"',
    ],
    ['a new type of a response field', `${LINE}/properties/region/anyOf/2`, { type: 'integer' }, 'anyOf'],
    ['a new success status', `${LINES}/post/responses/202`, { description: 'Later' }, 'POST /v1/tenants, 202: added'],
    ['a failure body without error', `${SCHEMAS}/Failure/required`, [], 'failure Failure: required'],
    [
      'a response header removed',
      '/components/responses/TooManyRequests/headers/Retry-After',
      undefined,
      '429, Retry-After: removed',
    ],
    [
      'a response header no longer required',
      '/components/headers/RetryAfter/required',
      undefined,
      'no longer required',
    ],
    ['a changed media type', `${LINES}/get/responses/200/content`, { 'text/csv': {} }, 'application/json removed'],
    ['a scope now required', '/paths/~1v1~1whoami/get/x-scope', 'tenants', 'GET /v1/whoami: scope'],
    ['a changed authentication', '/components/securitySchemes/apiKey/scheme', 'basic', 'authentication apiKey'],
    ['a changed base address', '/servers/0/url', 'https://elsewhere.test', 'servers'],
    [
      'a removed field of an event',
      `${CALL_COMPLETED}/properties/summary`,
      undefined,
      'received CallCompleted.summary',
    ],
    [
      'a removed header of an event',
      `${EVENT}/parameters`,
      [],
      'event call.completed, header x-service-signature: removed',
    ],
    ['a response to an event no longer accepted', `${EVENT}/responses/2XX`, undefined, '2XX: removed'],
  ])(
    'the comparison of two OpenAPI documents reports %s as a change that breaks a client',
    (_, pointer, value, sentence) => {
      expect(compared(pointer, value)).toEqual({ sentences: containing(sentence), breaks: true });
    },
  );

  it.each<[what: string, pointer: string, value: unknown, sentence: string]>([
    ['an endpoint added', '/paths/~1v1~1things', { get: {} }, 'GET /v1/things: added'],
    ['a page size raised', '/components/parameters/Limit/schema/maximum', 500, 'maximum: 200 → 500'],
    ['a field of a request no longer required', `${CREATE_LINE}/required`, ['name', 'region'], 'required'],
    ['a field of a request added', `${TERMINATE_LINE}/properties/now`, {}, 'sent TerminateLine.now: field added'],
    ['a new enum value of a request', `${CREATE_LINE}/properties/region/enum`, ['kr', 'ca', 'us'], 'enum: added "us"'],
    ['a field of a response added', `${LINE}/properties/colour`, {}, 'received Line.colour: field added'],
    [
      'a field of a response that can no longer be null',
      `${LINE}/properties/externalId/type`,
      'string',
      'received Line.externalId: type',
    ],
    ['a new failure status', `${LINES}/post/responses/418`, { description: 'Tea' }, 'POST /v1/tenants, 418: added'],
    ['a new code', `${SCHEMAS}/ErrorCode/enum`, everyCode, 'failure ErrorCode: enum: added "A_NEW_CODE"'],
    ['a response header added', `${LINES}/get/responses/200/headers/Link`, { schema: {} }, '200, Link: added'],
    ['a field of an event added', `${CALL_COMPLETED}/properties/more`, {}, 'received CallCompleted.more'],
    ['a changed description', `${LINE}/description`, 'Another line.', 'received Line: description'],
    [
      'changed advice about an error',
      '/x-error-catalogue/codes/INVALID_CURSOR/retry',
      'no',
      'catalogue of errors, INVALID_CURSOR',
    ],
  ])(
    'the comparison of two OpenAPI documents reports %s as a change that breaks no client',
    (_, pointer, value, sentence) => {
      expect(compared(pointer, value)).toEqual({ sentences: containing(sentence), breaks: false });
    },
  );

  it('the comparison of two OpenAPI documents reports the change of a random value', () => {
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
