import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { downloadsOf, PACKAGES_FOLDER, type Tarballs } from '../partner-docs/packages/downloads.ts';
import { closeServer, listen } from '../tooling/machine/loopback.ts';
import { rejectForeignPages } from '../tooling/machine/reject-foreign-pages.ts';
import { runOnce } from '../tooling/run-once.ts';
import { forwarderTo } from './aws/http/forward.ts';

export type DocsSite = Awaited<ReturnType<typeof startDocsSite>>;

interface Addresses {
  readonly baseUrl: string;
  readonly docsUrl: string;
}

/** Makes the files of the documentation site. */
export interface Site {
  /** Returns the pages by file name. */
  pages(addresses: Addresses): Promise<ReadonlyMap<string, string>>;
  tarballs(addresses: Addresses): Promise<Tarballs>;
}

interface Settings {
  readonly port: number;
  readonly baseUrl: string;
  /** Makes the pages and packages. By default, they are built from the sources. */
  readonly site?: Site | undefined;
  /** Called when a page or a package could not be built. */
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
  '.tgz': 'application/gzip',
};
const OTHER_TYPE = 'text/plain; charset=utf-8';

/**
 * Serves the documentation and the packages, which contain the addresses of this service. Forwards /v1 to the API, so
 * that the pages can call the API. Rejects requests from pages of other origins, unless a person follows a link.
 */
export async function startDocsSite({ port, baseUrl, onFault, site = fromSources }: Settings) {
  const docsUrl = Promise.withResolvers<string>();
  const fileNamed = fileFinder(site, async () => ({ baseUrl, docsUrl: await docsUrl.promise }));
  const api = forwarderTo(baseUrl);
  const serveOwn = (incoming: IncomingMessage, response: ServerResponse) =>
    serveFile(fileNamed, incoming, response).catch((fault: unknown) => {
      onFault(fault);
      response.destroy();
    });
  const server = createServer(
    rejectForeignPages('pages', (incoming, response) => {
      if (incoming.url?.startsWith('/v1/')) api.forward(incoming, response);
      else void serveOwn(incoming, response);
    }),
  );
  const url = `http://127.0.0.1:${await listen(server, port)}`;
  docsUrl.resolve(url);
  return {
    url,
    close: async () => {
      await closeServer(server);
      api.close();
    },
  };
}

type FileNamed = (name: string) => Promise<string | Buffer | undefined>;

/** Makes the pages, and the packages, at the first request, so that the service starts without waiting for them. */
function fileFinder({ pages, tarballs }: Site, addresses: () => Promise<Addresses>): FileNamed {
  const site = runOnce(async () => pages(await addresses()));
  const downloads = runOnce(async () => downloadsOf(await tarballs(await addresses())));
  return async (name) => (await (name.startsWith(`${PACKAGES_FOLDER}/`) ? downloads() : site())).get(name);
}

const fromSources: Site = {
  async pages(addresses) {
    const { buildSite } = await import('../partner-docs/site/site.ts');
    return buildSite(addresses);
  },
  async tarballs(addresses) {
    const { pack } = await import('../partner-docs/packages/pack.ts');
    return pack(addresses);
  },
};

async function serveFile(
  fileNamed: FileNamed,
  { url = '/' }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const name = fileAt(url.replace(/[?#].*$/, ''));
  const content = await fileNamed(name);
  if (content === undefined) response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n');
  else
    response
      .writeHead(200, { 'content-type': CONTENT_TYPES[extname(name)] ?? OTHER_TYPE, 'cache-control': 'no-cache' })
      .end(content);
}

/** Returns the file for a path. A page has two paths: with and without `.html`. */
function fileAt(path: string): string {
  if (path === '/') return 'index.html';
  return extname(path) === '' && !path.startsWith(`/${PACKAGES_FOLDER}/`) ? `${path.slice(1)}.html` : path.slice(1);
}
