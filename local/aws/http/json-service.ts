import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import * as z from 'zod';
import { closeServer, listen } from '../../../tooling/machine/loopback.ts';
import { requireAccessKey } from './access-key.ts';
import { BodyTooLarge, readText } from './request-body.ts';

/** An error response of an AWS service. For it, the SDK throws an error whose name is `type`. */
export class AwsFault extends Error {
  override readonly name = 'AwsFault';
  readonly type: string;

  constructor(type: string, message = '') {
    super(message);
    this.type = type;
  }
}

export type Operations = Readonly<Record<string, (body: unknown) => unknown>>;

export interface LoopbackService {
  readonly endpoint: string;
  close(): Promise<void>;
}

/** The largest body of a request. The requests of our code are much smaller. */
const LIMIT_BYTES = 1024 * 1024;

interface JsonService {
  readonly accessKeyId: string;
  /** The text before the dot in the header X-Amz-Target, such as `TrentService`. */
  readonly targetPrefix: string;
  readonly operations: Operations;
}

/** Serves operations in AWS's JSON protocol: X-Amz-Target names the operation, and both bodies are JSON. */
export async function startJsonService(service: JsonService): Promise<LoopbackService> {
  const server = createServer(
    requireAccessKey(service.accessKeyId, (request, response) => {
      runOperation(service, request)
        .then((body) => sendJson(response, 200, body))
        .catch((error: unknown) => sendFault(response, error));
    }),
  );
  return { endpoint: `http://127.0.0.1:${await listen(server, 0)}`, close: () => closeServer(server) };
}

async function runOperation({ targetPrefix, operations }: JsonService, request: IncomingMessage) {
  const [prefix, name = ''] = String(request.headers['x-amz-target']).split('.');
  const operation = prefix === targetPrefix && Object.hasOwn(operations, name) ? operations[name] : undefined;
  if (!operation) throw new AwsFault('UnknownOperationException');
  return operation(JSON.parse((await readText(request, LIMIT_BYTES)) || '{}'));
}

function sendFault(response: ServerResponse, error: unknown) {
  if (error instanceof BodyTooLarge) sendJson(response, 413, { __type: 'RequestEntityTooLargeException' });
  else if (error instanceof AwsFault) sendJson(response, 400, { __type: error.type, message: error.message });
  else if (error instanceof z.ZodError || error instanceof SyntaxError) sendJson(response, 400, validationFault(error));
  else sendJson(response, 500, { __type: 'InternalFailure', message: String(error) });
}

const validationFault = (error: Error) => ({ __type: 'ValidationException', message: error.message });

function sendJson(response: ServerResponse, status: number, body: unknown) {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
}
