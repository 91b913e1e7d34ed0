import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { RateVerdict } from '../domain/partners/rate-window.ts';
import type { Failure } from '../domain/requests/failure.ts';
import type { Caller } from './authorizer-context.ts';

/** The body as parsed JSON, `undefined` when there is none, or the refusal it has earned. */
type BodyOutcome = { readonly value: unknown } | { readonly refusal: Failure };

/** API Gateway's event with what our chain notes on it. */
export type ApiEvent = APIGatewayProxyEvent & {
  bodyOutcome?: BodyOutcome;
  startedAtMs?: number;
  /** What the authorizer said, read once. */
  rate?: RateVerdict | undefined;
  caller?: Caller;
};
