/**
 * A process between the host and its engines: `node watchdog.ts RECORD LOG TASK`. Its standard input is a pipe to which
 * the host never writes, and which closes when the host ends for whatever reason. Then the watchdog ends the engines
 * and itself. If one engine ends by itself, the watchdog ends all engines and exits, which the host notices. The table
 * engine has no access keys, so the watchdog relays its connections (local/aws/http/connection-proxy.ts). Where
 * possible, the watchdog and the engines run in a network namespace, so that no other program can connect to the table
 * engine. The watchdog writes the engines' output to the log, because some engines end if they cannot write to a full
 * disk.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import type { Address } from '../../tooling/machine/free-port.ts';
import { lineSplitter } from '../../tooling/machine/line-splitter.ts';
import { identityOf, KILLED_AFTER_MS } from '../../tooling/machine/processes.ts';
import { connectionProxy } from '../aws/http/connection-proxy.ts';
import { openRotatingFile } from '../data-dir/rotating-file.ts';
import { writeAtomically } from '../data-dir/stored-file.ts';

export interface EngineCommand {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** The file descriptor of an open port, which the engine gets as its descriptor 3. */
  readonly fd?: number | undefined;
}

export interface WatchdogTask {
  readonly engines: readonly EngineCommand[];
  /** The open port, as a file descriptor, and the table engine to which its connections lead. */
  readonly relay?: { readonly fd: number; readonly to: Address } | undefined;
}

const LONGEST_LOG_BYTES = 1024 * 1024;

// Only this user can read what the engines store, even in a folder that others can enter.
process.umask(0o077);

const [recordFile = '', logFile = '', task = '{}'] = process.argv.slice(2);
const log = await openRotatingFile(logFile, {
  maxBytes: LONGEST_LOG_BYTES,
  onStuck: () => undefined,
  onFlowing: () => undefined,
});
const say = (line: string) => log.write(`${line}\n`);
const running = new Set<ChildProcess>();
let ending = false;

// The host wrote this argument, so it is not validated. Loading Zod would double the start time of this process.
const { engines, relay }: WatchdogTask = JSON.parse(task);
for (const { name, command, args, fd } of engines) {
  const engine = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe', ...(fd === undefined ? [] : [fd])] });
  running.add(engine);
  for (const stream of [engine.stdout, engine.stderr]) {
    if (stream === null) continue;
    const lines = lineSplitter(say);
    stream.on('data', (chunk: Buffer) => lines.write(chunk.toString())).once('end', lines.flush);
  }
  const onEnd = (how: unknown) => {
    if (!running.delete(engine)) return;
    if (!ending) process.exitCode = 1;
    say(`${name} ended: ${how}`);
    void endEnginesAndExit();
  };
  engine.once('error', onEnd).once('close', (code, signal) => onEnd(signal ?? code));
}

if (relay) connectionProxy(relay.to, process.env['LOCAL_ACCESS_KEY_ID'] ?? '').listen({ fd: relay.fd });

process.stdin.on('close', endEnginesAndExit).resume();
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, endEnginesAndExit);

const pids = [process.pid, ...[...running].flatMap(({ pid }) => pid ?? [])];
try {
  await writeAtomically(recordFile, JSON.stringify(pids.flatMap((pid) => identityOf(pid) ?? [])));
} catch (error) {
  process.exitCode = 1;
  say(`${recordFile} cannot be written: ${error}`);
  await endEnginesAndExit();
}

async function endEnginesAndExit(): Promise<void> {
  if (running.size === 0) {
    rmSync(recordFile, { force: true });
    await log.close();
    process.exit();
  }
  if (ending) return;
  ending = true;
  for (const engine of running) engine.kill('SIGTERM');
  setTimeout(() => {
    for (const engine of running) engine.kill('SIGKILL');
  }, KILLED_AFTER_MS);
}
