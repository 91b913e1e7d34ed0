import type { APIGatewayProxyEvent } from 'aws-lambda';
import type * as z from 'zod/mini';
import { lineIdOrUnusedId } from '../domain/ids.ts';
import type { RateUsage } from '../domain/partners/rate-limit.ts';
import { decodePercent } from '../domain/requests/decode-percent.ts';
import { Failure } from '../domain/requests/failure.ts';
import { parseOrFailure } from '../domain/requests/parse.ts';
import { type Caller, callerFrom } from './authorizer-context.ts';
import { bearerToken, headerValues } from './request-headers.ts';

/** API Gateway's event, with the fields that our middleware adds. */
export type ApiEvent = APIGatewayProxyEvent & {
  /** Parses the body on first use. Returns JSON, `undefined` without a body, or a `Failure` for a malformed body. */
  readJson?: () => unknown;
  startedAtMs?: number;
  /** The caller's use of the rate limit, read once per request from the authorizer's context. */
  rate?: RateUsage | undefined;
  caller?: Caller;
};

/**
 * A request, as an endpoint sees it. Body, query and headers are parsed only when the endpoint reads them, so that it
 * can first check whether the partner may reach the line. Reading an invalid body, query or header returns a `Failure`.
 */
export interface ApiRequest {
  readonly caller: Caller;
  /** The id of the line in the path, percent-decoded. An id that is not of our form becomes an id that no line has. */
  readonly tenantId: string;
  /** The API key of the request. It is only for deriving the key of cursors, and must never be stored or logged. */
  readonly apiKey: string;
  body<S extends z.ZodMiniType>(schema: S): z.output<S> | Failure;
  /** Returns the query parameters as the schema describes them, and ignores others. */
  query<S extends z.ZodMiniObject>(schema: S): z.output<S> | Failure;
  /** Returns the value of a header; `undefined` when it is absent. A repeated header is malformed. */
  header(name: string): string | undefined | Failure;
}

/** Returns API Gateway's event as an endpoint sees it. Throws if the authorizer named no caller. */
export function toApiRequest(event: ApiEvent): ApiRequest {
  const read = <S extends z.ZodMiniType>(schema: S, sent: unknown) =>
    sent instanceof Failure ? sent : parseOrFailure(schema, sent);
  return {
    caller: event.caller ?? callerFrom(event.requestContext.authorizer),
    tenantId: tenantIdIn(event) ?? lineIdOrUnusedId(undefined),
    get apiKey() {
      return bearerToken(event) ?? '';
    },
    header: (name) => singleValueOf(name, headerValues(event, name)),
    body: (schema) => read(schema, event.readJson?.()),
    query: (schema) => read(schema, queryValuesOf(event, Object.keys(schema.shape))),
  };
}

/** Returns the id of the line in the path; `undefined` when the path has none. */
export function tenantIdIn({ pathParameters }: ApiEvent): string | undefined {
  const named = pathParameters?.['customerId'];
  return named === undefined ? undefined : lineIdOrUnusedId(decodePercent(named));
}

function queryValuesOf({ multiValueQueryStringParameters: all }: ApiEvent, names: readonly string[]): unknown {
  const pairs = names.map((name) => [name, singleValueOf(name, all?.[name] ?? [])] as const);
  return pairs.find(([, value]) => value instanceof Failure)?.[1] ?? Object.fromEntries(pairs);
}

function singleValueOf(name: string, values: readonly string[]): string | undefined | Failure {
  return values.length > 1 ? new Failure('malformed', `${name} may be given only once`) : values[0];
}
