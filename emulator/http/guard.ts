import type { IncomingMessage, RequestListener } from 'node:http';

/**
 * What a port is for.
 * - `service`: tools only.
 * - `docs`: a person may also follow a link to it from anywhere.
 * - `api`: stands in for API Gateway, which ignores `Origin` and grants no page anything.
 */
export type PortKind = 'service' | 'docs' | 'api';

/** No DNS server decides where these lead (RFC 6761 for `localhost`), so no page can have one of them by rebinding. */
const LOOPBACK_AUTHORITY = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d{1,5})?$/i;

/**
 * Lets a request through unless a page of another origin in a browser may have sent it: it names a host that is not
 * this machine (a rebound name), has a foreign `Origin`, or the browser itself says that another site sent it.
 */
export const guarded =
  (kind: PortKind, listener: RequestListener): RequestListener =>
  (request, response) => {
    if (namesLoopback(request) && !isSentByAnotherPage(request, kind)) listener(request, response);
    else response.writeHead(403, { 'content-type': 'application/json' }).end(REJECTED);
  };

const REJECTED = JSON.stringify({ error: 'This port is for programs on this machine, not for pages of other origins' });

/** A request without Host does not come from a browser. A target with an authority of its own overrides Host (RFC 9112, 3.2.2). */
function namesLoopback({ url = '', headers: { host } }: IncomingMessage): boolean {
  const authority = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1] ?? host;
  return authority === undefined || LOOPBACK_AUTHORITY.test(authority);
}

function isSentByAnotherPage(request: IncomingMessage, kind: PortKind): boolean {
  // A WebSocket handshake carries no fetch metadata: only its Origin says where it comes from.
  const heedsOrigin = kind !== 'api' || request.headers.upgrade !== undefined;
  return (
    (heedsOrigin && hasForeignOrigin(request)) || (isLabelledForeign(request) && !(kind === 'docs' && isLink(request)))
  );
}

/** Another port of this machine is another origin too. */
const hasForeignOrigin = ({ headers: { origin, host } }: IncomingMessage) =>
  origin !== undefined && origin.toLowerCase() !== `http://${host}`.toLowerCase();

/** Fetch metadata, which no page can change. `none` is what a person typed. */
const isLabelledForeign = ({ headers }: IncomingMessage) =>
  !['none', 'same-origin', undefined].includes(headers['sec-fetch-site']?.toString());

const isLink = ({ method, headers }: IncomingMessage) =>
  method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
