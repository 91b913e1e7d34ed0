import { createServer } from 'node:net';
import { causeOf } from '../command-line/explain-error.ts';
import { Problem } from '../command-line/problem.ts';

export const LOOPBACK = '127.0.0.1';

/** Throws a Problem if no program can listen on the port. */
export async function rejectUnusablePort(port: number, flag: string, address = LOOPBACK) {
  const obstacle = await whyNotFree(port, address);
  if (obstacle === undefined) return;
  const why = obstacle === 'EADDRINUSE' ? 'is in use' : `cannot be used (${obstacle})`;
  throw new Problem(`Port ${port} ${why}; choose another with ${flag}.`);
}

/** Returns why no program can listen on the port, such as `EADDRINUSE`. Returns undefined if a program can. */
export function whyNotFree(port: number, address = LOOPBACK): Promise<string | undefined> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', (error) => resolve(causeOf(error)));
    server.listen(port, address, () => server.close(() => resolve(undefined)));
  });
}
