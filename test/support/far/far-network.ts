import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod';

/** The beginning of a command that runs a program in a network of its own with far receivers. */
const FAR_NETWORK = [
  'unshare',
  '--user',
  '--map-root-user',
  '--net',
  'python3',
  join(import.meta.dirname, 'far_network.py'),
] as const;

const [COMMAND, ...ARGS] = FAR_NETWORK;

/** Returns why this machine can have no far receivers, for the title of a skipped test. */
export function obstacleToFarReceivers(): string | undefined {
  const { status, stderr, error } = spawnSync(COMMAND, [...ARGS, 'true'], { encoding: 'utf8' });
  if (status === 0) return undefined;
  const cause = error?.message ?? stderr.trim().split('\n').at(-1);
  return `needs unshare, Python 3.9 and /dev/net/tun: ${cause}`;
}

/** Runs a program in the far network, and returns what it prints as JSON. */
export async function inFarNetwork(program: URL, ...args: readonly string[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)(COMMAND, [...ARGS, process.execPath, fileURLToPath(program), ...args]);
  return JSON.parse(stdout);
}

const atRandomGaps = z.object({ requests: z.number(), lost: z.array(z.string()), connections: z.number() });

/** Sends events at random gaps to a receiver that is 150 ms away and closes connections after 2 s, unannounced. */
export async function eventsAtRandomGaps({ senders, eventsEach }: { senders: number; eventsEach: number }) {
  const program = new URL('random-gaps.ts', import.meta.url);
  return atRandomGaps.parse(await inFarNetwork(program, String(senders), String(eventsEach)));
}

/** What happens to the packets to a receiver: nothing, the first of each connection is lost, or all are lost. */
type Path = 'usual' | 'loses the first packet' | 'silent';
const PATHS: Readonly<Record<Path, number>> = { usual: 1, 'loses the first packet': 2, silent: 3 };

/** Returns an address of a receiver with this round trip, a multiple of 10 ms. */
export const farIPv4 = (roundTripMs: number, path: Path = 'usual') => `10.9.${roundTripMs / 10}.${PATHS[path]}`;

export const farIPv6 = (roundTripMs: number, path: Path = 'usual') =>
  `fd09::${(roundTripMs / 10).toString(16)}0${PATHS[path]}`;

/** A public address to which the far network has no route. Lambda has no route to any IPv6 address. */
export const IPV6_WITHOUT_ROUTE = '2606:4700::1';

/** The address on which programs in the far network listen: all. */
export const ANY_ADDRESS = '::';
