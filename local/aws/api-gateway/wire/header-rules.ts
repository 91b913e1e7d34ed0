/**
 * The headers that API Gateway drops or renames between the client and a Lambda proxy integration. Source: its
 * developer guide, "Important notes", table of headers.
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
  // API Gateway computes content-length from the body.
  'content-length',
]);

/** API Gateway renames these headers of responses. WWW-Authenticate is among them, so a function cannot send it. */
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

export const isPassedToFunctions = (name: string) => !DROPPED_FROM_REQUESTS.has(name.toLowerCase());

/** Returns the name under which a function's header reaches the client, or undefined if API Gateway drops the header. */
export function responseHeaderName(name: string): string | undefined {
  const lower = name.toLowerCase();
  if (DROPPED_FROM_RESPONSES.has(lower)) return undefined;
  return RENAMED_IN_RESPONSES.has(lower) ? `x-amzn-remapped-${lower}` : name;
}
