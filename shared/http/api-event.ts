import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { RateUsage } from '../domain/partners/rate-window.ts';
import type { Caller } from './authorizer-context.ts';

/** API Gateway's event, with the fields that our middleware adds. */
export type ApiEvent = APIGatewayProxyEvent & {
  /** The body as parsed JSON; absent when there is none; a `Failure` when it is malformed. */
  json?: unknown;
  startedAtMs?: number;
  /** Read from the authorizer's context, once per request. */
  rate?: RateUsage | undefined;
  caller?: Caller;
};
