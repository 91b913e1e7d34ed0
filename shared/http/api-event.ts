import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Failure } from '../domain/failure.ts';

/** The body as parsed JSON, `undefined` when there is none, or the refusal it has earned. */
type BodyOutcome = { readonly value: unknown } | { readonly refusal: Failure };

/** API Gateway's event with what our chain notes on it. */
export type ApiEvent = APIGatewayProxyEvent & { bodyOutcome?: BodyOutcome; startedAtMs?: number };
