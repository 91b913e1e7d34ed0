import { CODED_FAILURES, type CodedFailure, type PublicCode } from '../../shared/contract/failures.ts';
import {
  CONTENDED,
  FAULT,
  NOT_VALID_JSON,
  RATE_LIMITED,
  TOOK_TOO_LONG,
} from '../../shared/contract/failures-without-code.ts';
import { insufficientScope, PARTNER_NOT_ACTIVE } from '../../shared/contract/forbidden.ts';
import type { Route } from '../../shared/contract/routes.ts';
import { INVALID_API_KEY, NO_CREDENTIALS } from '../../shared/contract/unauthorized.ts';
import type { JsonSchema } from './components/component.ts';
import { bodyWithSchema } from './components/schemas.ts';
import { ERROR_CATALOGUE } from './error-catalogue.ts';
import { COMMON, RATE, REPLAY, WAIT, WWW_AUTHENTICATE } from './headers.ts';
import type { Operation } from './operations.ts';
import { STATUS_CATALOGUE } from './status-catalogue.ts';

/** The statuses that an endpoint may return without a code. Only API Gateway returns a 404 without a code. */
type PlainStatus = Exclude<keyof typeof STATUS_CATALOGUE, '404'>;

/** The statuses that an operation can return both with a code and without one. */
const ALSO_PLAIN: Readonly<Record<string, PlainStatus>> = { 400: '400', 503: '503' };

const SHARED_NAMES: Readonly<Record<PlainStatus, string>> = {
  '400': 'BadRequest',
  '401': 'Unauthorized',
  '403': 'Forbidden',
  '429': 'TooManyRequests',
  '500': 'InternalServerError',
  '503': 'ServiceUnavailable',
  '504': 'GatewayTimeout',
};

const SENTENCES_OF: Readonly<Record<PlainStatus, readonly string[]>> = {
  '400': [STATUS_CATALOGUE['400'].sentence, NOT_VALID_JSON],
  '401': [NO_CREDENTIALS, INVALID_API_KEY],
  '403': [STATUS_CATALOGUE['403'].sentence, insufficientScope('tenants'), PARTNER_NOT_ACTIVE],
  '429': [RATE_LIMITED],
  '500': [FAULT],
  '503': [CONTENDED],
  '504': [TOOK_TOO_LONG],
};

const HEADERS_OF: Readonly<Partial<Record<PlainStatus, object>>> = {
  '401': { ...COMMON, ...WWW_AUTHENTICATE },
  '429': { ...COMMON, ...RATE, ...WAIT },
  // Only API Gateway returns 504, and API Gateway does not report the rate limit.
  '504': COMMON,
};

export const sharedResponses = () =>
  Object.fromEntries(
    plainStatuses().map((status) => [
      SHARED_NAMES[status],
      {
        description: STATUS_CATALOGUE[status].cause,
        headers: HEADERS_OF[status] ?? { ...COMMON, ...RATE },
        content: json({ $ref: '#/components/schemas/PlainFailure' }, plainExamples(status)),
      },
    ]),
  );

const plainStatuses = () => Object.keys(SENTENCES_OF).filter((status): status is PlainStatus => status in SENTENCES_OF);

const plainExamples = (status: PlainStatus) =>
  Object.fromEntries(SENTENCES_OF[status].map((error, at) => [`example${at + 1}`, { value: { error } }]));

/**
 * Returns all responses of an operation: its success, the failures without a code, and the failures with its codes.
 * Lists each status by itself, because code generators handle ranges such as 5XX badly.
 */
export function responsesOf(
  { success, codes, parameters = [] }: Operation,
  method: Route['method'],
): Record<string, unknown> {
  const replayable = parameters.includes('IdempotencyKey');
  return {
    [success.status]: {
      description: success.description,
      headers: { ...COMMON, ...RATE, ...(replayable ? REPLAY : {}) },
      content: bodyWithSchema(success.schema),
    },
    ...Object.fromEntries(
      plainStatuses()
        .filter((status) => status !== '503' || isWrite(method))
        .map((status) => [status, { $ref: `#/components/responses/${SHARED_NAMES[status]}` }]),
    ),
    ...Object.fromEntries(
      [...failuresByStatus(codes)].map(([status, ofStatus]) => [status, codedResponse(status, ofStatus)]),
    ),
  };
}

/** Only writes return 503 without a code: reads do not conflict, and only PUT /v1/webhooks looks up a host. */
const isWrite = (method: Route['method']) => method !== 'GET';

const failuresByStatus = (codes: readonly PublicCode[]): ReadonlyMap<number, readonly CodedFailure[]> =>
  Map.groupBy(
    CODED_FAILURES.filter(({ code }) => codes.includes(code)),
    ({ status }) => status,
  );

function codedResponse(status: number, failures: readonly CodedFailure[]) {
  const plain = ALSO_PLAIN[status];
  const causes = failures.map(({ code }) => `\`${code}\`: ${ERROR_CATALOGUE[code].cause}`);
  const coded = failures.map(({ code, sentence }) => [code, { value: { error: sentence, code } }] as const);
  return {
    description: [...(plain ? [STATUS_CATALOGUE[plain].cause] : []), ...causes].join('\n\n'),
    headers: { ...COMMON, ...RATE },
    content: json(codedFailure(failures, plain === undefined), {
      ...(plain ? plainExamples(plain) : {}),
      ...Object.fromEntries(coded),
    }),
  };
}

const codedFailure = (failures: readonly CodedFailure[], always: boolean): JsonSchema => ({
  allOf: [
    { $ref: '#/components/schemas/Failure' },
    { properties: { code: { enum: failures.map(({ code }) => code) } }, ...(always ? { required: ['code'] } : {}) },
  ],
});

const json = (schema: JsonSchema, examples: object) => ({ 'application/json': { schema, examples } });
