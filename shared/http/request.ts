import type * as z from 'zod/mini';
import { knownLineId } from '../domain/ids.ts';
import { Failure } from '../domain/requests/failure.ts';
import { parse } from '../domain/requests/parse.ts';
import { percentDecoded } from '../domain/requests/percent-decoded.ts';
import type { ApiEvent } from './api-event.ts';
import { type Caller, callerFrom } from './authorizer-context.ts';
import { bearerToken, headerValues } from './headers.ts';

/** What an endpoint sees of a request. Body and query are judged when asked for: the endpoint decides what comes before. */
export interface ApiRequest {
  readonly caller: Caller;
  /** The line named in the path, however it is encoded; an id that is not of our form becomes one that no line has. */
  readonly tenantId: string;
  /** The presented key, as text. Only for deriving the cursor's key; it is stored and logged nowhere. */
  readonly apiKey: string;
  body<S extends z.ZodMiniType>(schema: S): z.output<S>;
  query<S extends z.ZodMiniType>(schema: S): z.output<S>;
  /** The one value of a header, `undefined` when absent. A repeated header is malformed. */
  header(name: string): string | undefined;
}

export function apiRequest(event: ApiEvent): ApiRequest {
  const header = (name: string) => onlyValue(name, headerValues(event, name));
  return {
    caller: event.caller ?? callerFrom(event.requestContext.authorizer),
    tenantId: tenantIdIn(event) ?? knownLineId(undefined),
    get apiKey() {
      return bearerToken(event) ?? '';
    },
    header,
    body: (schema) => {
      const outcome = event.bodyOutcome ?? { value: undefined };
      if ('refusal' in outcome) throw outcome.refusal;
      return parse(schema, outcome.value);
    },
    query: (schema) => parse(schema, queryOf(event)),
  };
}

/** The line named in the path; `undefined` when the path names none. */
export function tenantIdIn({ pathParameters }: ApiEvent): string | undefined {
  const named = pathParameters?.['customerId'];
  return named === undefined ? undefined : knownLineId(percentDecoded(named));
}

function queryOf({ multiValueQueryStringParameters: all }: ApiEvent): Record<string, string> {
  const pairs = Object.entries(all ?? {}).map(([name, values]) => [name, onlyValue(name, values ?? [])] as const);
  return Object.fromEntries(pairs.filter((pair): pair is [string, string] => pair[1] !== undefined));
}

function onlyValue(name: string, values: readonly string[]): string | undefined {
  if (values.length > 1) throw new Failure('malformed', `${name} may be given only once`);
  return values[0];
}
