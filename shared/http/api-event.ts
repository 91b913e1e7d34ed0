import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { RateUsage } from '../domain/partners/rate-limit.ts';
import type { Caller } from './authorizer-context.ts';

/** API Gateway's event, with the fields that our middleware adds. */
export type ApiEvent = APIGatewayProxyEvent & {
  /** Parses the body on first use. Returns JSON, `undefined` without a body, or a `Failure` if it is malformed. */
  readJson?: () => unknown;
  startedAtMs?: number;
  /** The caller's use of the rate limit, read once per request from the authorizer's context. */
  rate?: RateUsage | undefined;
  caller?: Caller;
};
