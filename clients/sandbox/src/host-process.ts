import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { SandboxError } from './control.ts';
import type { Place } from './sandbox.ts';
import type { SandboxOptions } from './types.ts';

/** The lowest version of Node with everything that the service needs, as in `package.json`. */
const NODE = [22, 13] as const;
const HOST = join(import.meta.dirname, '../host/main.mjs');

/** The options of the process, including those that only the command line passes. */
export interface HostOptions extends SandboxOptions {
  /** Whether requests and deliveries are printed to stderr. */
  readonly isTalkative?: boolean;
}

export interface HostProcess {
  readonly place: Place;
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts the service in a process of its own, which ends when its standard input closes. So the service does not
 * outlive the program that starts it. A service that is ready does not keep this program alive.
 */
export async function startHost(options: HostOptions): Promise<HostProcess> {
  rejectOldNode();
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', HOST], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve()).once('error', () => resolve());
  });
  // If the host ends before it reads its options, the write fails. That failure is ignored.
  child.stdin.on('error', () => undefined);
  // The options go to standard input, because everybody on the machine can read a command line, and the URL of a
  // webhook can contain a secret.
  child.stdin.write(`${JSON.stringify(options)}\n`);
  const close = async () => {
    child.ref();
    child.stdin.end();
    await ended;
  };

  const place = await readPlace(child.stdout, ended);
  for (const handle of [child, child.stdin, child.stdout]) if ('unref' in handle) unrefHandle(handle);
  return { place, ended, close };
}

/** Lets this process end although the handle is open. A child's streams are sockets, but not by their types. */
function unrefHandle(handle: { unref?: unknown }): void {
  if (typeof handle.unref === 'function') handle.unref();
}

function rejectOldNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > NODE[0] || (major === NODE[0] && minor >= NODE[1])) return;
  throw new SandboxError(`The sandbox needs Node ${NODE.join('.')} or later; this is Node ${process.versions.node}.`);
}

/** Reads the one line that the host prints. Throws a SandboxError if the sandbox cannot start. */
async function readPlace(stdout: NodeJS.ReadableStream, ended: Promise<void>): Promise<Place> {
  let text = '';
  const line = await new Promise<string | undefined>((resolve) => {
    stdout.setEncoding('utf8');
    stdout.on('data', (chunk: string) => {
      text += chunk;
      if (text.includes('\n')) resolve(text);
    });
    void ended.then(() => resolve(undefined));
  });
  if (line === undefined) throw new SandboxError('The sandbox ended while it was starting.');
  const { problem, ...place } = JSON.parse(line);
  if (problem !== undefined) throw new SandboxError(problem);
  return place;
}
