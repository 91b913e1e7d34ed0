import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import { guarded } from '../../../tooling/machine/browser-guard.ts';
import { closeServer, listen } from '../../../tooling/machine/loopback.ts';
import { type ApiResponse, type LambdaApiSettings, LambdaFault, operationsOf } from './operations.ts';

/** Serves the part of Lambda's API that our tools use: invoke and show functions; list, show and switch mappings. */
export async function startLambdaApi(settings: LambdaApiSettings & { readonly port?: number }) {
  const operations = operationsOf(settings);
  const respond = async (request: IncomingMessage): Promise<ApiResponse> => {
    // Lambda, too, rejects a request without a signature. Every SDK signs its requests.
    if (!request.headers.authorization) throw new LambdaFault(403, 'MissingAuthenticationTokenException', 'Not signed');
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://lambda');
    for (const { method, path, run } of operations) {
      const name = request.method === method && path.exec(pathname);
      if (!name) continue;
      return run({
        name: decodeURIComponent(name[1] ?? ''),
        query,
        headers: request.headers,
        body: await text(request),
      });
    }
    throw new LambdaFault(404, 'UnknownOperationException', 'The local service does not offer this operation');
  };

  const server = createServer(
    guarded('service', (request, response) => {
      respond(request)
        .then((result) => send(response, result))
        .catch((error: unknown) => send(response, errorResponse(error)));
    }),
  );
  return {
    endpoint: `http://127.0.0.1:${await listen(server, settings.port ?? 0)}`,
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
  const isMalformed = error instanceof z.ZodError || error instanceof SyntaxError || error instanceof URIError;
  if (isMalformed) return new LambdaFault(400, 'InvalidParameterValueException', error.message);
  return new LambdaFault(500, 'ServiceException', String(error));
}

function send(response: ServerResponse, { status, headers, body }: ApiResponse) {
  const fixed = { 'content-type': 'application/json', 'x-amzn-requestid': randomUUID() };
  response.writeHead(status, { ...fixed, ...headers }).end(body === undefined ? undefined : JSON.stringify(body));
}
