/**
 * `node receivers.ts COUNT` runs the receivers of COUNT partners in one process. Each has its own loopback address, and
 * all have one port, which the process sends to its parent. `/hook` returns 200, `/hang` never responds, `/wait/MS`
 * returns 200 after a while, `/status/503` returns that status, and `/door` hangs from `/close` until
 * `/open`. `/seen` returns the requests since its last use.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { addressOf } from './receiver-process.ts';

let isOpen = true;
let seen: (readonly [callId: string, atMs: number])[] = [];

function receive(incoming: IncomingMessage, response: ServerResponse) {
  if (incoming.url === '/open' || incoming.url === '/close') {
    isOpen = incoming.url === '/open';
    response.end();
    return;
  }
  if (incoming.url === '/seen') {
    response.end(JSON.stringify(seen));
    seen = [];
    return;
  }
  incoming.resume();
  incoming.once('end', () => {
    seen.push([String(incoming.headers['x-service-delivery']), performance.timeOrigin + performance.now()]);
    respond(incoming.url ?? '', response);
  });
}

function respond(url: string, response: ServerResponse): void {
  const [, path, number] = /^\/([a-z]+)(?:\/(\d+))?$/.exec(url) ?? [];
  if (path === 'hook' || (path === 'door' && isOpen)) response.end();
  if (path === 'wait') setTimeout(() => response.end(), Number(number));
  if (path === 'status') response.writeHead(Number(number)).end();
}

const listen = (address: string, port: number) =>
  new Promise<number>((resolve, reject) => {
    const server = createServer({ keepAliveTimeout: 60_000 }, receive).once('error', reject);
    server.listen(port, address, () => {
      const bound = server.address();
      resolve(typeof bound === 'object' && bound ? bound.port : 0);
    });
  });

const port = await listen('127.0.0.1', 0);
for (let n = 0; n < Number(process.argv[2]); n += 1) await listen(addressOf(n), port);
process.once('disconnect', () => process.exit(0));
process.send?.({ port });
