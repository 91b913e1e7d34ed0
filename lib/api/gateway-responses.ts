import { ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import {
  FAULT,
  failureBody,
  NOT_FOUND,
  NOT_JSON,
  RATE_LIMITED,
  TOOK_TOO_LONG,
  UNCODED_STATUS,
} from '../../shared/contract/failures-without-code.ts';
import { REQUEST_BLOCKED } from '../../shared/contract/forbidden.ts';
import { NO_STORE, REQUEST_ID, RETRY_AFTER } from '../../shared/contract/response-headers.ts';
import { CHALLENGE, NO_CREDENTIALS, UNAUTHORIZED } from '../../shared/contract/unauthorized.ts';
import { THROTTLED_WAIT_SECONDS } from './flood-limits.ts';

interface FixedResponse {
  readonly type: ResponseType;
  /** The status of the response. When absent, API Gateway's own status for the type is used. */
  readonly status?: number;
  readonly error: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const UNREADABLE = 'The request could not be read';

const BEARER = { [CHALLENGE.header]: `'${CHALLENGE.value}'` };
const SOON = { [RETRY_AFTER]: `'${THROTTLED_WAIT_SECONDS}'` };

/** The body for an unknown path or method, here and in the catch-all. */
export const notFoundBody = JSON.stringify(failureBody(NOT_FOUND));

/** The headers of every gateway response. Responses of endpoints also have these headers. */
export const COMMON_HEADERS = { [REQUEST_ID]: 'context.requestId', [NO_STORE.name]: `'${NO_STORE.value}'` } as const;

/**
 * All gateway responses, in the contract's form. `web-acl.ts` has the 429 of WAF. Every text is
 * fixed, except the message that our authorizer sets. No text uses $context.error.*, because those variables may quote
 * the Authorization header.
 */
const RESPONSES: readonly FixedResponse[] = [
  { type: ResponseType.ACCESS_DENIED, status: UNAUTHORIZED, error: '$context.authorizer.message', headers: BEARER },
  { type: ResponseType.UNAUTHORIZED, status: UNAUTHORIZED, error: NO_CREDENTIALS, headers: BEARER },
  { type: ResponseType.MISSING_AUTHENTICATION_TOKEN, status: 404, error: NOT_FOUND },
  { type: ResponseType.RESOURCE_NOT_FOUND, status: 404, error: NOT_FOUND },
  { type: ResponseType.THROTTLED, status: UNCODED_STATUS.rateLimited, error: RATE_LIMITED, headers: SOON },
  { type: ResponseType.QUOTA_EXCEEDED, status: UNCODED_STATUS.rateLimited, error: RATE_LIMITED, headers: SOON },
  // For a body over 10 MiB, API Gateway ignores this response and returns its own 413 with plain text.
  { type: ResponseType.REQUEST_TOO_LARGE, status: UNCODED_STATUS.malformed, error: 'The request is too large' },
  { type: ResponseType.UNSUPPORTED_MEDIA_TYPE, status: UNCODED_STATUS.malformed, error: NOT_JSON },
  { type: ResponseType.WAF_FILTERED, status: UNCODED_STATUS.forbidden, error: REQUEST_BLOCKED },
  { type: ResponseType.AUTHORIZER_FAILURE, status: 500, error: FAULT },
  { type: ResponseType.INTEGRATION_TIMEOUT, status: 504, error: TOOK_TOO_LONG },
  // By default, API Gateway may return 403 for a malformed request and 502 for a crash. In the contract, 403 and 502
  // have other causes, so these responses have another status.
  { type: ResponseType.DEFAULT_4XX, status: UNCODED_STATUS.malformed, error: UNREADABLE },
  { type: ResponseType.DEFAULT_5XX, status: 500, error: FAULT },
];

export function addGatewayResponses(api: RestApi): void {
  for (const { type, status, error, headers } of RESPONSES) {
    api.addGatewayResponse(type.responseType, {
      type,
      ...(status === undefined ? {} : { statusCode: String(status) }),
      responseHeaders: { ...COMMON_HEADERS, ...headers },
      templates: { 'application/json': JSON.stringify(failureBody(error)) },
    });
  }
}
