import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface Posted {
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/**
 * Takes the place of the platform on which a sample runs: passes each request to the sample and returns the sample's
 * status.
 */
export function serve(respond: (request: Posted) => Promise<number>) {
  const server = createServer(async (request, response) => {
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
    const posted = { headers: Object.fromEntries(headers), body: await buffer(request) };
    response.writeHead(await respond(posted)).end();
  });
  server.listen(Number(process.env['PORT']), '127.0.0.1');
}
