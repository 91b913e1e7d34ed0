import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname } from 'node:path';
import type { LocalService } from '../partner-docs/site/facts.ts';
import { guarded } from '../tooling/machine/browser-guard.ts';
import { closeServer, listen } from '../tooling/machine/loopback.ts';
import { forwarderTo } from './aws/http/forward.ts';

export interface DocsSite {
  readonly url: string;
  close(): Promise<void>;
}

/** Returns every file of the documentation of a service, by its name. */
export type BuildSite = (service: LocalService) => Promise<ReadonlyMap<string, string>>;

interface Settings extends LocalService {
  readonly port: number;
  /** Without it, the pages are built from the sources. */
  readonly buildSite?: BuildSite | undefined;
  /** Called when a page could not be built. */
  readonly onFault: (fault: unknown) => void;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

/**
 * Serves the documentation, with this service's address in its commands. Forwards /v1 to the API, so that the pages of
 * this site, and no other pages, can call the API from a browser.
 */
export async function startDocsSite({
  port,
  onFault,
  buildSite = fromSources,
  ...service
}: Settings): Promise<DocsSite> {
  const site = siteWhenAsked(buildSite, service);
  const api = forwarderTo(service.baseUrl);
  const serveOwn = (incoming: IncomingMessage, response: ServerResponse) =>
    serve(site, incoming, response).catch((fault: unknown) => {
      onFault(fault);
      response.destroy();
    });
  const server = createServer(
    guarded('pages', (incoming, response) => {
      if (incoming.url?.startsWith('/v1/')) api.forward(incoming, response);
      else void serveOwn(incoming, response);
    }),
  );
  return {
    url: `http://127.0.0.1:${await listen(server, port)}`,
    close: async () => {
      await closeServer(server);
      api.close();
    },
  };
}

/** Builds the site when the first page is requested, so that the service starts without waiting for it. */
function siteWhenAsked(buildSite: BuildSite, service: LocalService): () => ReturnType<BuildSite> {
  let site: ReturnType<BuildSite> | undefined;
  return () => {
    site ??= buildSite(service);
    return site;
  };
}

const fromSources: BuildSite = async (service) => {
  const { buildSite } = await import('../partner-docs/site/site.ts');
  return buildSite(service);
};

async function serve(
  site: () => Promise<ReadonlyMap<string, string>>,
  { url = '/' }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const file = fileAt(url.replace(/[?#].*$/, ''));
  const content = (await site()).get(file);
  if (content === undefined) response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n');
  else
    response.writeHead(200, { 'content-type': CONTENT_TYPES[extname(file)], 'cache-control': 'no-cache' }).end(content);
}

/** A page has two addresses: with and without `.html`. */
function fileAt(path: string): string {
  if (path === '/') return 'index.html';
  return extname(path) === '' ? `${path.slice(1)}.html` : path.slice(1);
}
