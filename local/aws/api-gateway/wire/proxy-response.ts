import { validateHeaderName, validateHeaderValue } from 'node:http';
import * as z from 'zod';
import { responseHeaderName } from './header-rules.ts';
import type { WireResponse } from './send.ts';

const headerValue = z.union([z.string(), z.number(), z.boolean()]).transform(String);

/** No field of a function's response is required, but an unknown field makes the response malformed. */
const proxyResult = z.strictObject({
  statusCode: z.coerce.number().int().min(200).max(599).default(200),
  headers: z.record(z.string(), headerValue).nullish(),
  multiValueHeaders: z.record(z.string(), z.array(headerValue)).nullish(),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().nullish(),
});

/**
 * Turns a function's payload into the response to the client. Returns undefined if the payload is malformed. The API
 * has no binary media types, so a body that is marked as base64 is not decoded.
 */
export function readProxyResponse(payload: unknown): WireResponse | undefined {
  const { data } = proxyResult.safeParse(payload);
  if (!data) return undefined;
  const several = Object.entries(data.multiValueHeaders ?? {}).flatMap(([name, values]) =>
    values.map((value) => [name, value] as const),
  );
  const single = Object.entries(data.headers ?? {}).filter(
    ([name, value]) => !several.some((other) => other[0] === name && other[1] === value),
  );
  const given = [...several, ...single];
  if (!given.every(([name, value]) => isValidHeader(name, value))) return undefined;
  const headers = given.flatMap(([name, value]) => {
    const sentAs = responseHeaderName(name);
    return sentAs === undefined ? [] : [[sentAs, value] as const];
  });
  const hasType = headers.some(([name]) => name.toLowerCase() === 'content-type');
  return {
    status: data.statusCode,
    headers: hasType ? headers : [['Content-Type', 'application/json'], ...headers],
    body: data.body ?? '',
  };
}

function isValidHeader(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}
