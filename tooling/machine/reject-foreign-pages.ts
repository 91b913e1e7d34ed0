import type { IncomingMessage, RequestListener } from 'node:http';

/**
 * What a port is for.
 * - `service`: only tools use it.
 * - `pages`: a person can also follow a link to this port from any site.
 * - `api`: it replaces API Gateway, which ignores `Origin` and sends no CORS headers.
 */
export type PortKind = 'service' | 'pages' | 'api';

/**
 * Matches names of this machine that no DNS server can change (RFC 6761 for `localhost`), so no page can use them for
 * DNS rebinding.
 */
const LOOPBACK_AUTHORITY = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d{1,5})?$/i;

/**
 * Rejects a request with 403 if a browser page of another origin may have sent it. Such a request names a host that is
 * not this machine (a rebound name), has a foreign `Origin`, or is marked by the browser as sent by another site.
 */
export const rejectForeignPages =
  (kind: PortKind, listener: RequestListener): RequestListener =>
  (request, response) => {
    if (hasLoopbackHost(request) && !isSentByAnotherPage(request, kind)) listener(request, response);
    else response.writeHead(403, { 'content-type': 'application/json' }).end(REJECTED);
  };

const REJECTED = JSON.stringify({ error: 'This port is for programs on this machine, not for pages of other origins' });

/**
 * Reports whether a request names this machine as its host. Browsers always send Host. A host in the request target
 * overrides Host (RFC 9112, 3.2.2).
 */
function hasLoopbackHost({ url = '', headers: { host } }: IncomingMessage): boolean {
  const authority = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1] ?? host;
  return authority === undefined || LOOPBACK_AUTHORITY.test(authority);
}

function isSentByAnotherPage(request: IncomingMessage, kind: PortKind): boolean {
  // Every port checks the Origin of a WebSocket handshake, because no other header of a handshake names its source.
  const heedsOrigin = kind !== 'api' || request.headers.upgrade !== undefined;
  return (
    (heedsOrigin && hasForeignOrigin(request)) || (isLabelledForeign(request) && !(kind === 'pages' && isLink(request)))
  );
}

/**
 * Reports whether a request comes from a page of another origin. Another port of this machine is another origin too.
 */
const hasForeignOrigin = ({ headers: { origin, host } }: IncomingMessage) =>
  origin !== undefined && origin.toLowerCase() !== `http://${host}`.toLowerCase();

/**
 * Reports whether the browser's fetch metadata mark a request as sent by another site. No page can change them. `none`
 * means that a person typed the address.
 */
const isLabelledForeign = ({ headers }: IncomingMessage) =>
  !['none', 'same-origin', undefined].includes(headers['sec-fetch-site']?.toString());

const isLink = ({ method, headers }: IncomingMessage) =>
  method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
