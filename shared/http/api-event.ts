import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { RateUsage } from '../domain/partners/rate-window.ts';
import type { Caller } from './authorizer-context.ts';

/** API Gateway's event with what our chain notes on it. */
export type ApiEvent = APIGatewayProxyEvent & {
  /** The body as parsed JSON, absent when there is none, or a `Failure` that says what is wrong with it. */
  json?: unknown;
  startedAtMs?: number;
  /** What the authorizer said, read once. */
  rate?: RateUsage | undefined;
  caller?: Caller;
};
