import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { causeOf } from '../command-line/explain-error.ts';
import { Problem } from '../command-line/problem.ts';

const LOOPBACK = '127.0.0.1';

/** Where systems take no port for an outgoing connection or for "any port" (Linux from 32768, others from 49152). */
const CHOSEN_FROM = 15_000;
const CHOSEN_BELOW = 32_000;
/** Longer than a program takes from the choice of its port until it listens there. */
const RESERVED_MS = 60_000;

const anyPort = () => randomInt(CHOSEN_FROM, CHOSEN_BELOW);

/**
 * The port that was asked for if it is free, otherwise any free one. 0 asks for any. The system gives a drawn one to
 * nobody else, and no other process that draws here gets it in the next minute.
 */
export async function freePort(wanted = 0, draw = anyPort): Promise<number> {
  if (wanted !== 0 && (await obstacleTo(wanted)) === undefined) return wanted;
  for (let tries = 0; tries < 100; tries += 1) {
    const port = draw();
    if ((await obstacleTo(port)) === undefined && (await reserve(port))) return port;
  }
  throw new Problem(`No port from ${CHOSEN_FROM} to ${CHOSEN_BELOW} is free on ${LOOPBACK}.`);
}

export interface Place {
  readonly host: string;
  readonly port: number;
}

/**
 * A free place on loopback that a page in a browser can neither know nor find by trying: one of 2^38, drawn at random at
 * each start. On systems that have 127.0.0.1 only (macOS) just the port is random.
 */
export async function hiddenPlace(obstacle = obstacleTo): Promise<Place> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = anyPort();
    const host = `127.${randomInt(1, 255)}.${randomInt(0, 256)}.${randomInt(1, 255)}`;
    const found = await obstacle(port, host);
    if (found === undefined) return { host, port };
    if (found === 'EADDRNOTAVAIL') return { host: LOOPBACK, port: await freePort() };
  }
  throw new Problem(`No port from ${CHOSEN_FROM} to ${CHOSEN_BELOW} is free on 127.0.0.0/8.`);
}

/** Returns false when another process has reserved it. The process that holds the UDP port may listen on the TCP port; both end with it. */
function reserve(port: number): Promise<boolean> {
  const reservation = createSocket('udp4');
  return new Promise((resolve) => {
    reservation.once('error', () => reservation.close(() => resolve(false)));
    reservation.bind({ port, address: LOOPBACK, exclusive: true }, () => {
      reservation.unref();
      setTimeout(() => reservation.close(), RESERVED_MS).unref();
      resolve(true);
    });
  });
}

/** Why nobody can listen there, as the system has it: `EADDRINUSE`, `EACCES`; undefined when it is free. */
function obstacleTo(port: number, address = LOOPBACK): Promise<string | undefined> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', (error) => resolve(causeOf(error)));
    server.listen(port, address, () => server.close(() => resolve(undefined)));
  });
}

/** Whether somebody answers there. */
export async function isListening(port: number, host = LOOPBACK): Promise<boolean> {
  const socket = connect(port, host);
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
export async function rejectTakenPort(port: number, flag: string, address = LOOPBACK) {
  const obstacle = await obstacleTo(port, address);
  if (obstacle === undefined) return;
  const why = obstacle === 'EADDRINUSE' ? 'is in use' : `cannot be used (${obstacle})`;
  throw new Problem(`Port ${port} ${why}; choose another with ${flag}.`);
}
