import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isPassedToFunctions } from './header-rules.ts';

/** The values of each header or query parameter, in the order of arrival. */
export type Grouped = Readonly<Record<string, string[]>>;

export interface Incoming {
  readonly requestId: string;
  readonly receivedAtMs: number;
  readonly httpMethod: string;
  /** The path without the query, still percent-encoded. */
  readonly path: string;
  readonly query: Grouped;
  readonly headers: Grouped;
  /**
   * The address of the TCP connection's other end, unless an `Around` replaces it. Addresses in the request's headers
   * are ignored.
   */
  readonly sourceIp: string;
  readonly protocol: string;
}

/** Describes a request of `node:http` as API Gateway does. Leaves out the body. */
export function describeRequest(request: IncomingMessage): Incoming {
  const [path, query] = splitTarget(request.url ?? '/');
  return {
    requestId: randomUUID(),
    receivedAtMs: Date.now(),
    httpMethod: request.method ?? 'GET',
    path,
    query: query === '' ? {} : groupByName(new URLSearchParams(query)),
    headers: groupByName(passedHeaderPairs(request.rawHeaders)),
    sourceIp: request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '',
    protocol: `HTTP/${request.httpVersion}`,
  };
}

/** Splits a request target into path and query. Also accepts the form that proxies use: `http://host/path`. */
function splitTarget(target: string): [path: string, query: string] {
  const local = target.replace(/^https?:\/\/[^/?]*/i, '');
  const mark = local.indexOf('?');
  const path = mark < 0 ? local : local.slice(0, mark);
  return [path === '' ? '/' : path, mark < 0 ? '' : local.slice(mark + 1)];
}

function* passedHeaderPairs(raw: readonly string[]): Generator<[string, string]> {
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = '', value = ''] = [raw[at], raw[at + 1]];
    if (isPassedToFunctions(name)) yield [name, value];
  }
}

/** `Object.fromEntries` creates own properties for all names, even `__proto__`. */
function groupByName(pairs: Iterable<readonly [string, string]>): Grouped {
  const groups = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const values = groups.get(name);
    if (values) values.push(value);
    else groups.set(name, [value]);
  }
  return Object.fromEntries(groups);
}

export const lastValues = (grouped: Grouped): Record<string, string> =>
  Object.fromEntries(Object.entries(grouped).map(([name, values]) => [name, values.at(-1) ?? '']));

/** The client may write the header's name in capital or small letters. */
export function firstHeader({ headers }: Incoming, lowerCaseName: string): string | undefined {
  for (const name in headers) if (name.toLowerCase() === lowerCaseName) return headers[name]?.[0];
  return undefined;
}
