import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { guarded } from '../../../tooling/machine/browser-guard.ts';
import { closeServer, listen } from '../../../tooling/machine/loopback.ts';
import { JOB_SUBJECT } from '../protocol/jobs.ts';
import { OVERVIEW_READS } from '../protocol/overview.ts';
import { pageAt } from '../protocol/pages.ts';
import { apiPath, TOKEN_HEADER, TOKEN_IN_FRAGMENT } from '../protocol/wire.ts';
import { consoleApi } from './api.ts';
import type { Asset, Assets } from './assets.ts';
import type { Commands, Explain } from './commands.ts';
import { type ApiResponse, fails } from './responses.ts';

interface Settings {
  /** 0 takes any free port. */
  readonly port: number;
  readonly isWritable: boolean;
  /** Called at the first request for data or by `warmUp`, so that starting the console costs nothing. */
  readonly commands: () => Promise<Commands>;
  readonly explain: Explain;
  readonly onFault: (fault: unknown) => void;
  /** Returns the files of the pages. Without it, they are built when a page is first opened. */
  readonly assets?: () => Promise<Assets>;
  /** The folder that contains `docs/runbook.md`. Default: the folder of the project. */
  readonly root?: string;
}

export interface RunningConsole {
  /** With the token in its fragment, which browsers do not send. */
  readonly consoleUrl: string;
  /** Loads and reads what the first page needs, so that it appears without a wait. The first page reports what fails. */
  warmUp(): Promise<void>;
  close(): Promise<void>;
}

/** 256 bits, so that no page can guess it. */
const TOKEN_BYTES = 32;
/** Options are ids and short texts. */
const LONGEST_BODY = 64 * 1024;

/** Only our own script and style run, and no other site may show a page of ours. Text never becomes markup. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  ...["script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'"],
  ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
  ...["require-trusted-types-for 'script'", "trusted-types 'none'"],
].join('; ');

const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Starts the console on loopback. Its address has a token that is made at each start and ends with the process. */
export async function startConsole({
  port,
  isWritable,
  commands,
  explain,
  onFault,
  assets: given = async () => (await import('./assets.ts')).buildAssets(),
  root,
}: Settings): Promise<RunningConsole> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const connected = once(commands);
  // What is still being read then fails because the service ends as well, and nobody waits for it.
  let isClosed = false;
  const reportFault = (fault: unknown) => {
    if (!isClosed) onFault(fault);
  };
  const api = consoleApi({ isWritable, commands: connected, explain, onFault: reportFault, root });
  const respondTo = { isToken: tokenCheck(token), api };
  const assets = once(given);
  const server = createServer(
    guarded('pages', (request, response) => {
      respond(request, response, { ...respondTo, assets }).catch((fault: unknown) => {
        reportFault(fault);
        response.destroy();
      });
    }),
  );
  const origin = `http://127.0.0.1:${await listen(server, port)}`;
  return {
    consoleUrl: `${origin}/#${TOKEN_IN_FRAGMENT}=${token}`,
    async warmUp() {
      await Promise.allSettled([assets(), connected()]);
      for (const [name, options = {}] of OVERVIEW_READS) {
        if (isClosed) return;
        await api({ method: 'GET', path: apiPath(name), options });
      }
    },
    close: () => {
      isClosed = true;
      return closeServer(server);
    },
  };
}

interface Parts {
  readonly isToken: (given: unknown) => boolean;
  readonly api: ReturnType<typeof consoleApi>;
  readonly assets: () => Promise<Assets>;
}

async function respond(request: IncomingMessage, response: ServerResponse, parts: Parts): Promise<void> {
  // The path is taken as it was sent. Nothing in it is decoded or resolved before it is compared.
  const [path = '', query = ''] = (request.url ?? '').split('?', 2);
  if (path.startsWith('/api/')) {
    const { status, body } = await dataFor(request, { path, query }, parts);
    response.writeHead(status, { ...HEADERS, 'content-type': 'application/json' }).end(JSON.stringify(body));
    return;
  }
  if (!['GET', 'HEAD'].includes(request.method ?? '')) {
    response.writeHead(405, HEADERS).end();
    return;
  }
  const { status, type, content } = fileAt(path, await parts.assets());
  response.writeHead(status, { ...HEADERS, 'content-type': type }).end(content);
}

/** All pages are the same document, whose script shows what belongs to the path. It contains no data. */
function fileAt(path: string, { files, document }: Assets): Asset & { readonly status: number } {
  const file = files.get(path);
  return file ? { ...file, status: 200 } : { ...document, status: pageAt(path) ? 200 : 404 };
}

async function dataFor(
  request: IncomingMessage,
  { path, query }: { readonly path: string; readonly query: string },
  { isToken, api }: Parts,
): Promise<ApiResponse> {
  if (!isToken(request.headers[TOKEN_HEADER]))
    return fails(401, 'This page has no valid token. Open the address that the console printed when it started.');
  const { method = '' } = request;
  const parameters = new URLSearchParams(query);
  const sent = method === 'GET' ? (parameters.get('options') ?? '{}') : await bodyOf(request);
  const options = sent === undefined ? undefined : parsed(sent);
  if (options === undefined) return fails(400, 'The options must be a JSON object of at most 64 KiB.');
  return api({ method, path, options, subject: parameters.get(JOB_SUBJECT) ?? undefined });
}

/** Returns undefined if the body is too long, or is not declared as JSON, as the body of a form would be. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const isJson = request.headers['content-type'] === 'application/json';
  const length = Number(request.headers['content-length'] ?? Number.NaN);
  return isJson && length <= LONGEST_BODY ? text(request) : undefined;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Compares digests in constant time, so that the time of a response tells nothing about the token. */
function tokenCheck(token: string): (given: unknown) => boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest();
  const wanted = digest(token);
  return (given) => typeof given === 'string' && timingSafeEqual(digest(given), wanted);
}

/** Does the work at the first call. After a failure, the next call tries again. */
function once<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let done: Promise<Value> | undefined;
  return () => {
    done ??= work().catch((fault: unknown) => {
      done = undefined;
      throw fault;
    });
    return done;
  };
}
