import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { ROUTES } from '../../shared/contract/routes.ts';
import { closeServer, listen } from './loopback.ts';

export interface DocsSite {
  readonly url: string;
  close(): Promise<void>;
}

/** A page about the API. It forwards /v1 to the API, so that a browser may try calls from the page's own origin. */
export async function startDocsSite(options: { readonly port: number; readonly baseUrl: string }): Promise<DocsSite> {
  const page = render(options.baseUrl);
  const server = createServer((incoming, answer) => {
    if (incoming.url?.startsWith('/v1/')) forward(options.baseUrl, incoming, answer);
    else if (incoming.url === '/') answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
    else answer.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n');
  });
  return { url: `http://127.0.0.1:${await listen(server, options.port)}`, close: () => closeServer(server) };
}

function forward(baseUrl: string, incoming: IncomingMessage, answer: ServerResponse) {
  const { method, headers } = incoming;
  const outgoing = request(new URL(baseUrl).origin + incoming.url, { method, headers, agent: false }, (reply) => {
    answer.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(answer);
  });
  outgoing.once('error', () => answer.destroy());
  incoming.pipe(outgoing);
}

function render(baseUrl: string): string {
  const rows = ROUTES.map(
    ({ method, path, scope }) => `<tr><td>${method}<td><code>${path}</code><td>${scope ?? 'any key'}`,
  );
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Partner lines</title>
<h1>Partner lines</h1>
<p>Base URL: <code>${baseUrl}</code>. Authenticate with <code>Authorization: Bearer &lt;key&gt;</code>.</p>
<table><tr><th>Method<th>Path<th>Scope
${rows.join('\n')}
</table></html>
`;
}
