interface Details {
  /** The status if the template sets none. If this status is absent, the failure's type decides. */
  readonly status?: number;
  /** The authorizer's context, which `$context.authorizer` refers to. */
  readonly authorizer?: Readonly<Record<string, string>>;
}

/** Thrown when the gateway responds in place of an endpoint. */
export class GatewayFailure extends Error {
  readonly type: GatewayResponseType;
  readonly details: Details;

  constructor(type: GatewayResponseType, details: Details = {}) {
    super(type);
    this.type = type;
    this.details = details;
  }
}

/**
 * The responses that API Gateway makes itself, with statuses and messages. Source of the statuses: API Gateway's
 * developer guide, "Gateway response types", which has none for DEFAULT_4XX and DEFAULT_5XX.
 */
export const GATEWAY_RESPONSES = {
  ACCESS_DENIED: [403, 'User is not authorized to access this resource'],
  API_CONFIGURATION_ERROR: [500, 'Internal server error'],
  AUTHORIZER_CONFIGURATION_ERROR: [500, null],
  AUTHORIZER_FAILURE: [500, null],
  BAD_REQUEST_BODY: [400, 'Invalid request body'],
  BAD_REQUEST_PARAMETERS: [400, 'Missing required request parameters'],
  DEFAULT_4XX: [400, 'Bad Request'],
  DEFAULT_5XX: [500, 'Internal server error'],
  EXPIRED_TOKEN: [403, 'The security token included in the request is expired'],
  INTEGRATION_FAILURE: [504, 'Internal server error'],
  INTEGRATION_TIMEOUT: [504, 'Endpoint request timed out'],
  INVALID_API_KEY: [403, 'Forbidden'],
  INVALID_SIGNATURE: [403, 'The request signature is invalid'],
  MISSING_AUTHENTICATION_TOKEN: [403, 'Missing Authentication Token'],
  QUOTA_EXCEEDED: [429, 'Limit Exceeded'],
  REQUEST_TOO_LARGE: [413, 'Request Too Long'],
  RESOURCE_NOT_FOUND: [404, 'Not Found'],
  THROTTLED: [429, 'Too Many Requests'],
  UNAUTHORIZED: [401, 'Unauthorized'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'Unsupported Media Type'],
  WAF_FILTERED: [403, 'Forbidden'],
} as const satisfies Record<string, readonly [status: number, message: string | null]>;

export type GatewayResponseType = keyof typeof GATEWAY_RESPONSES;
