import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { fromJson } from '../../../tooling/from-json.ts';
import { closeServer, listen } from '../../../tooling/machine/loopback.ts';
import { rejectForeignPages } from '../../../tooling/machine/reject-foreign-pages.ts';
import { runOnce } from '../../../tooling/run-once.ts';
import { JOB_SUBJECT } from '../protocol/jobs.ts';
import { OVERVIEW_READS } from '../protocol/overview-reads.ts';
import { pageAt } from '../protocol/pages.ts';
import {
  API_PREFIX,
  apiPath,
  NONCE_DIGITS,
  PROOF_PATH,
  TOKEN_HEADER,
  TOKEN_IN_FRAGMENT,
} from '../protocol/paths-and-names.ts';
import { consoleApi } from './api.ts';
import type { Asset, Assets } from './assets.ts';
import { type ApiResponse, failureResponse, successResponse } from './responses.ts';
import type { Commands, Explain } from './run-commands.ts';
import { isToken, needsToken, newToken, proofOf } from './token.ts';

/** The port of the console, and the secret token of its address. */
export interface Identity {
  readonly port: number;
  readonly token: string;
}

interface Settings {
  /** The port to listen on; 0 means any free port. */
  readonly port: number;
  /**
   * The port and token of an earlier console, which open pages know. The console uses both again if the port is free
   * and no other port is wanted. Otherwise, the token is new, because another program on the port can have received the
   * earlier token.
   */
  readonly earlier?: Identity | undefined;
  readonly isWritable: boolean;
  /** Connects to the service and returns its commands. The console also starts without a connection. */
  readonly commands: () => Promise<Commands>;
  readonly explain: Explain;
  readonly onFault: (fault: unknown) => void;
  /** Returns the files of the pages. By default, the files are built when they are first needed. */
  readonly assets?: () => Promise<Assets>;
  /** The folder that contains `docs/runbook.md`. Default: the folder of the project. */
  readonly root?: string;
}

/** The largest body of a request in bytes. A body has the options of a command: ids and short texts. */
const LONGEST_BODY = 64 * 1_024;

/** Allows only our own scripts and styles, and forbids other sites to embed our pages. Text never becomes markup. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  ...["script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'"],
  ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
  ...["require-trusted-types-for 'script'", "trusted-types 'none'"],
].join('; ');

/** The headers of all pages, files and API responses of the console. */
const SECURITY_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

export async function startConsole({
  port,
  earlier,
  isWritable,
  commands,
  explain,
  onFault,
  assets: given = async () => (await import('./assets.ts')).buildAssets(),
  root,
}: Settings) {
  // Nobody needs the result of a read that is still running when the console closes, so its failure is not reported.
  let isClosed = false;
  const reportFault = (fault: unknown) => {
    if (!isClosed) onFault(fault);
  };
  const api = consoleApi({ isWritable, commands, explain, onFault: reportFault, root });
  const assets = runOnce(given);
  const serve = (token: string) =>
    rejectForeignPages('pages', (request, response) => {
      respond(request, response, { token, api, assets }).catch((fault: unknown) => {
        reportFault(fault);
        response.destroy();
      });
    });
  const { server, identity } = await listenOn(serve, port, earlier);
  return {
    /** The console's address, with the token in its fragment, which browsers do not send. */
    consoleUrl: `http://127.0.0.1:${identity.port}/#${TOKEN_IN_FRAGMENT}=${identity.token}`,
    identity,
    /** Loads and reads in advance what the first page needs. Faults are not thrown, because the page reports them. */
    async warmUp() {
      await Promise.allSettled([assets(), commands()]);
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
  readonly token: string;
  readonly api: ReturnType<typeof consoleApi>;
  readonly assets: () => Promise<Assets>;
}

async function respond(request: IncomingMessage, response: ServerResponse, parts: Parts): Promise<void> {
  // The path is compared as it was sent, without decoding or resolving it.
  const [path = '', query = ''] = (request.url ?? '').split('?', 2);
  if (path.startsWith(API_PREFIX)) {
    const { status, body } = await apiResponseTo(request, { path, query }, parts);
    response.writeHead(status, { ...SECURITY_HEADERS, 'content-type': 'application/json' }).end(JSON.stringify(body));
    return;
  }
  if (!['GET', 'HEAD'].includes(request.method ?? '')) {
    response.writeHead(405, SECURITY_HEADERS).end();
    return;
  }
  const { status, type, content } = fileAt(path, await parts.assets());
  response.writeHead(status, { ...SECURITY_HEADERS, 'content-type': type }).end(content);
}

/** All pages are the same document, whose script shows the page for the path. */
function fileAt(path: string, { files, document }: Assets): Asset & { readonly status: number } {
  const file = files.get(path);
  return file ? { ...file, status: 200 } : { ...document, status: pageAt(path) ? 200 : 404 };
}

async function apiResponseTo(
  request: IncomingMessage,
  { path, query }: { readonly path: string; readonly query: string },
  { token, api }: Parts,
): Promise<ApiResponse> {
  if (needsToken(path) && !isToken(token, request.headers[TOKEN_HEADER]))
    return failureResponse(
      401,
      'This page has no valid token. Open the address that the console printed when it started.',
    );
  const parameters = new URLSearchParams(query);
  if (path === PROOF_PATH) {
    const proof = proofOf(token, parameters.get('nonce'));
    return proof === undefined
      ? failureResponse(400, `A nonce has ${NONCE_DIGITS} hexadecimal digits.`)
      : successResponse({ proof });
  }
  const { method = '' } = request;
  const sent = method === 'GET' ? (parameters.get('options') ?? '{}') : await readBody(request);
  const options = sent === undefined ? undefined : fromJson(sent);
  if (options === undefined)
    return failureResponse(400, `The options must be a JSON object of at most ${LONGEST_BODY / 1_024} KiB.`);
  return api({ method, path, options, subject: parameters.get(JOB_SUBJECT) ?? undefined });
}

/**
 * Returns the body of a request. Undefined if the body is too long, has no declared length, or is not declared as JSON.
 * A form, for example, is not declared as JSON.
 */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const isJson = request.headers['content-type'] === 'application/json';
  const length = Number(request.headers['content-length'] ?? Number.NaN);
  return isJson && length <= LONGEST_BODY ? text(request) : undefined;
}

/** Uses the port and token of the earlier console only if that port is free and no other is wanted. */
async function listenOn(serve: (token: string) => RequestListener, port: number, earlier: Identity | undefined) {
  if (earlier !== undefined && (port === 0 || port === earlier.port)) {
    const server = createServer(serve(earlier.token));
    if (await listen(server, earlier.port).then(() => true, returnFalseIfPortIsTaken))
      return { server, identity: earlier };
  }
  const token = newToken();
  const server = createServer(serve(token));
  return { server, identity: { port: await listen(server, port), token } };
}

/** Returns false for the error of a taken port. Throws any other error. */
function returnFalseIfPortIsTaken(error: unknown): false {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return false;
  throw error;
}
