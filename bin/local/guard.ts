import type { IncomingMessage, RequestListener } from 'node:http';

/**
 * What a port is for.
 * - `service`: tools only.
 * - `docs`: a person may also follow a link to it from anywhere.
 * - `api`: stands in for API Gateway, which ignores `Origin` and grants no page anything.
 */
export type PortKind = 'service' | 'docs' | 'api';

/** DNS can lead no other name here (RFC 6761 for `localhost`), so no page can make one of these its own by rebinding. */
const LOOPBACK_AUTHORITY = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d{1,5})?$/i;

/**
 * Lets a request through unless a page of another origin in a browser may have sent it: it names a host that is not
 * this machine (a rebound name), has a foreign `Origin`, or the browser itself says that another site sent it.
 */
export const guarded =
  (kind: PortKind, listener: RequestListener): RequestListener =>
  (request, response) => {
    if (namesLoopback(request) && !isSentByAnotherPage(request, kind)) listener(request, response);
    else response.writeHead(403, { 'content-type': 'application/json' }).end(REFUSED);
  };

const REFUSED = JSON.stringify({ error: 'This port is for programs on this machine, not for pages of other origins' });

/** Without a Host no browser has sent it. A target with an authority of its own overrides Host (RFC 9112, 3.2.2). */
function namesLoopback({ url = '', headers: { host } }: IncomingMessage): boolean {
  const authority = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1] ?? host;
  return authority === undefined || LOOPBACK_AUTHORITY.test(authority);
}

/** Another port of this machine is another origin too. */
function isSentByAnotherPage({ method, headers }: IncomingMessage, kind: PortKind): boolean {
  const { origin, host } = headers;
  if (kind !== 'api' && origin !== undefined && origin.toLowerCase() !== `http://${host}`.toLowerCase()) return true;
  const site = headers['sec-fetch-site'] ?? 'none';
  if (site === 'none' || site === 'same-origin') return false;
  const isLink =
    method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  return !(kind === 'docs' && isLink);
}
