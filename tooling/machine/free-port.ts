import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Problem } from '../command-line/problem.ts';
import { LOOPBACK, whyNotFree } from './taken-port.ts';

/**
 * Chosen ports are below the ports that operating systems choose for outgoing connections and for port 0 (from 32768 on
 * Linux, from 49152 on macOS and Windows).
 */
const CHOSEN_FROM = 15_000;
const CHOSEN_TO = 32_000;
/** After how many taken ports the search ends. */
const MOST_TRIES = 100;
/** How long a chosen port stays reserved: longer than a program takes to listen on it. */
const RESERVED_MS = 60_000;

const anyPort = () => randomInt(CHOSEN_FROM, CHOSEN_TO + 1);

/**
 * Returns the wanted port if it is free, or else a random free port. A random port is reserved: for a while, other
 * processes do not get it from this function. The wanted port is not reserved. Throws a Problem if too many ports are
 * taken.
 */
export async function freePort(wanted = 0, draw = anyPort): Promise<number> {
  if (wanted !== 0 && (await whyNotFree(wanted)) === undefined) return wanted;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const port = draw();
    if ((await whyNotFree(port)) === undefined && (await reservePort(port))) return port;
  }
  throw new Problem(`Found no free port from ${CHOSEN_FROM} to ${CHOSEN_TO} on ${LOOPBACK}.`);
}

export interface Address {
  readonly host: string;
  readonly port: number;
}

/**
 * Returns a random free address and port on loopback. There are about 2^38 pairs of address and port, so a page in a
 * browser cannot guess the right pair. On systems that have only 127.0.0.1 (macOS), only the port is random.
 */
export async function randomAddress(obstacle = whyNotFree): Promise<Address> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const port = anyPort();
    const host = `127.${randomInt(1, 255)}.${randomInt(0, 256)}.${randomInt(1, 255)}`;
    const found = await obstacle(port, host);
    if (found === undefined) return { host, port };
    if (found === 'EADDRNOTAVAIL') return { host: LOOPBACK, port: await freePort() };
  }
  throw new Problem(`Found no free port from ${CHOSEN_FROM} to ${CHOSEN_TO} on 127.0.0.0/8.`);
}

/**
 * Reserves the port by binding it for UDP, because a program can still listen on the port for TCP. Returns false if the
 * port is already bound for UDP. The reservation ends after `RESERVED_MS`, or when this process ends.
 */
function reservePort(port: number): Promise<boolean> {
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
