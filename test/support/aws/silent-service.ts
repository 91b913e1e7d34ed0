import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { closeServer, listen } from '../../../tooling/machine/loopback.ts';

export interface SilentService {
  readonly endpoint: string;
  /** Which try of the SDK each request is, in order of arrival: `attempt=1; max=3`. */
  readonly tries: string[];
  /** The responses that have not begun. A test can end them. */
  readonly waiting: ServerResponse[];
  /** Resolves when this many requests have arrived. */
  asked(requests: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts an endpoint of AWS that accepts every request and never responds. */
export async function startSilentService(): Promise<SilentService> {
  const tries: string[] = [];
  const waiting: ServerResponse[] = [];
  const server = createServer((request, response) => {
    tries.push(String(request.headers['amz-sdk-request']));
    waiting.push(response);
    server.emit('asked');
  });
  return {
    endpoint: `http://127.0.0.1:${await listen(server, 0)}`,
    tries,
    waiting,
    async asked(requests) {
      while (tries.length < requests) await once(server, 'asked');
    },
    close: () => closeServer(server),
  };
}
