import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { StartProblem } from './problem.ts';

const LOOPBACK = '127.0.0.1';

/** The port that was asked for if it is free, otherwise any free one. 0 asks for any. */
export async function freePort(wanted = 0): Promise<number> {
  return (await isFree(wanted)) || (await isFree(0)) || 0;
}

/** The port that could be had (the system's choice for 0), or false. */
function isFree(port: number): Promise<number | false> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, LOOPBACK, () => {
      const address = server.address();
      const taken = typeof address === 'object' && address !== null ? address.port : false;
      server.close(() => resolve(taken));
    });
  });
}

/** Whether somebody answers there. */
export async function isAnswering(port: number): Promise<boolean> {
  const socket = connect(port, LOOPBACK);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Looked at before anything is started, so that a clash leaves nothing behind. */
export async function refuseTakenPort(port: number, flag: string) {
  if ((await isFree(port)) === false) throw new StartProblem(`Port ${port} is in use; choose another with ${flag}.`);
}
