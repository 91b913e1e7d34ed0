/**
 * What API Gateway does to headers on the way to and from a Lambda proxy integration.
 * Source: its developer guide, "Important notes", table of headers.
 */
const DROPPED_FROM_REQUESTS = new Set([
  'connection',
  'content-length',
  'content-md5',
  'expect',
  'max-forwards',
  'proxy-authenticate',
  'server',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'www-authenticate',
]);

const DROPPED_FROM_RESPONSES = new Set([
  'expect',
  'host',
  'proxy-authenticate',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
  // Made anew from the body.
  'content-length',
]);

/** Why a 401 of this service never comes from an endpoint: `WWW-Authenticate` would not arrive under its name. */
const RENAMED_IN_RESPONSES = new Set([
  'authorization',
  'connection',
  'content-md5',
  'date',
  'max-forwards',
  'server',
  'user-agent',
  'www-authenticate',
]);

export const reachesFunctions = (name: string) => !DROPPED_FROM_REQUESTS.has(name.toLowerCase());

/** The name under which a function's header reaches the client, `undefined` if it does not. */
export function responseHeaderName(name: string): string | undefined {
  const lower = name.toLowerCase();
  if (DROPPED_FROM_RESPONSES.has(lower)) return undefined;
  return RENAMED_IN_RESPONSES.has(lower) ? `x-amzn-remapped-${lower}` : name;
}
