import { validateHeaderName, validateHeaderValue } from 'node:http';
import * as z from 'zod';
import { responseHeaderName } from './header-rules.ts';
import type { WireResponse } from './response.ts';

const headerValue = z.union([z.string(), z.number(), z.boolean()]).transform(String);

/** The form a Lambda proxy integration has to answer in. No field is required; a field more is a malformed answer. */
const proxyResult = z.strictObject({
  statusCode: z.coerce.number().int().min(200).max(599).default(200),
  headers: z.record(z.string(), headerValue).nullish(),
  multiValueHeaders: z.record(z.string(), z.array(headerValue)).nullish(),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().nullish(),
});

/**
 * A function's payload as the answer to the client, `undefined` when it is malformed.
 * The API has no binary media types, so a body is passed on as it stands, even one marked as base64.
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
