import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import * as z from 'zod';
import { closeServer, listen } from '../../../tooling/machine/loopback.ts';
import { requireAccessKey } from '../http/access-key.ts';
import { BodyTooLarge, readText } from '../http/request-body.ts';
import { type ApiResponse, type LambdaApiSettings, LambdaFault, operationsOf } from './operations.ts';

/**
 * The largest body of a request. It is larger than the largest event, so that an event that is a little too large gets
 * Lambda's own error.
 */
const LIMIT_BYTES = 8 * 1024 * 1024;

/** Serves a part of Lambda's API: invoke and show functions; list, show and switch mappings. */
export async function startLambdaApi(settings: LambdaApiSettings & { readonly accessKeyId: string }) {
  const operations = operationsOf(settings);
  const respond = async (request: IncomingMessage): Promise<ApiResponse> => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://lambda');
    for (const { method, path, run } of operations) {
      const name = request.method === method && path.exec(pathname);
      if (!name) continue;
      return run({
        name: decodeURIComponent(name[1] ?? ''),
        query,
        headers: request.headers,
        body: await readText(request, LIMIT_BYTES),
      });
    }
    throw new LambdaFault(404, 'UnknownOperationException', 'The local service does not offer this operation');
  };

  const server = createServer(
    requireAccessKey(settings.accessKeyId, (request, response) => {
      respond(request)
        .then((result) => sendResponse(response, result))
        .catch((error: unknown) => sendResponse(response, errorResponse(error)));
    }),
  );
  return {
    endpoint: `http://127.0.0.1:${await listen(server, 0)}`,
    close: () => closeServer(server),
  };
}

function errorResponse(error: unknown): ApiResponse {
  const { status, type, message } = faultOf(error);
  const body = { Type: status < 500 ? 'User' : 'Service', Message: message };
  return { status, headers: { 'x-amzn-errortype': type }, body };
}

function faultOf(error: unknown): LambdaFault {
  if (error instanceof LambdaFault) return error;
  if (error instanceof BodyTooLarge) return new LambdaFault(413, 'RequestTooLargeException', 'The event is too large');
  const isMalformed = error instanceof z.ZodError || error instanceof SyntaxError || error instanceof URIError;
  if (isMalformed) return new LambdaFault(400, 'InvalidParameterValueException', error.message);
  return new LambdaFault(500, 'ServiceException', String(error));
}

function sendResponse(response: ServerResponse, { status, headers, body }: ApiResponse) {
  const fixed = { 'content-type': 'application/json', 'x-amzn-requestid': randomUUID() };
  response.writeHead(status, { ...fixed, ...headers }).end(body === undefined ? undefined : JSON.stringify(body));
}
