import { spawn } from 'node:child_process';
import { closeSync, existsSync, ftruncateSync, openSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleepMs } from 'node:timers/promises';
import { causeOf } from '../../tooling/command-line/explain-error.ts';
import { Problem } from '../../tooling/command-line/problem.ts';
import type { OpenPort } from '../../tooling/machine/open-port.ts';
import { authorizationHeader } from '../aws/http/access-key.ts';
import { FILES } from '../data-dir/file-names.ts';
import type { WatchdogTask } from './watchdog.ts';

interface Settings {
  readonly program: string;
  readonly dataDir: string;
  readonly accessKeyId: string;
  /** The beginning of a command that runs the watchdog and the engines in a network namespace. */
  readonly namespace: readonly string[] | undefined;
  readonly task: WatchdogTask;
  /** The open ports. In the watchdog's process, they have the file descriptors `FDS`. */
  readonly ports: { readonly queues: OpenPort | undefined; readonly table: OpenPort | undefined };
}

export type Watchdog = ReturnType<typeof startWatchdog>;

/** Starts the watchdog, which starts the engines. Throws a Problem if the log cannot be written. */
export function startWatchdog({ program, dataDir, accessKeyId, namespace = [], task, ports }: Settings) {
  const logFile = join(dataDir, FILES.engineLog);
  const log = openEmptyLog(logFile);
  const [command = '', ...args] = [
    ...[...namespace, process.execPath, program],
    ...[join(dataDir, FILES.engines), logFile, JSON.stringify(task)],
  ];
  const child = spawn(command, args, {
    // The log also gets what the watchdog prints if it fails to start.
    stdio: ['pipe', log, log, ports.queues?.fd ?? 'ignore', ports.table?.fd ?? 'ignore'],
    // The access key is passed in the environment, which only this user can read. Everybody on this machine can read a
    // command line.
    env: { ...process.env, LOCAL_ACCESS_KEY_ID: accessKeyId },
    // The watchdog gets its own process group, so that Ctrl-C reaches only the host. The host needs the engines until
    // it has stopped everything else.
    detached: true,
  });
  closeSync(log);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve()).once('error', () => resolve());
  });
  const close = async () => {
    child.stdin?.destroy();
    await ended;
  };
  return { ended, close, logFile, hasEnded: () => child.exitCode !== null || child.signalCode !== null };
}

/** Opens the log in append mode, because the watchdog also writes to it, and empties the log. */
function openEmptyLog(logFile: string): number {
  try {
    const log = openSync(logFile, 'a', 0o600);
    ftruncateSync(log);
    return log;
  } catch (error) {
    throw new Problem(`The log ${logFile} cannot be written (${causeOf(error)}).`);
  }
}

/** How long to wait for an engine, even on a busy machine. If the watchdog ends, the host stops waiting. */
const READY_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 10;

/** Waits until the watchdog has recorded its processes and each endpoint responds. */
export async function waitUntilReady(
  watchdog: Watchdog,
  { dataDir, accessKeyId, endpoints }: Pick<Settings, 'dataDir' | 'accessKeyId'> & { endpoints: readonly string[] },
): Promise<void> {
  await waitUntil(async () => existsSync(join(dataDir, FILES.engines)), watchdog);
  await Promise.all(endpoints.map((endpoint) => waitUntil(() => isResponding(endpoint, accessKeyId), watchdog)));
}

async function waitUntil(isReady: () => Promise<boolean>, watchdog: Watchdog) {
  const giveUpAtMs = Date.now() + READY_WITHIN_MS;
  while (!(await isReady())) {
    if (watchdog.hasEnded() || Date.now() > giveUpAtMs) {
      await watchdog.close();
      throw new Problem(`An embedded engine did not start; ${watchdog.logFile} says why.`);
    }
    await sleepMs(LOOK_EVERY_MS);
  }
}

/**
 * Returns whether an engine responds to a request. A connection is not enough, because the port was open before the
 * engine started.
 */
const isResponding = (endpoint: string, accessKeyId: string) =>
  new Promise<boolean>((resolve) => {
    const headers = { authorization: authorizationHeader(accessKeyId) };
    const signal = AbortSignal.timeout(READY_WITHIN_MS);
    get(endpoint, { agent: false, headers, signal }, (response) => {
      response.resume();
      resolve(true);
    }).once('error', () => resolve(false));
  });
