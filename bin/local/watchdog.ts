/**
 * A process between the host and its engines: `node watchdog.ts RECORD ENGINES`.
 * Its standard input is a pipe that the host never writes to. However the host ends, the pipe closes, and the watchdog
 * ends the engines and then itself. When an engine ends by itself, all of them end, and the host sees it by the exit.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import * as z from 'zod';
import { writeAtomically } from './data-dir.ts';
import { identify } from './processes.ts';

const engineCommands = z.array(z.object({ name: z.string(), command: z.string(), args: z.array(z.string()) }));
export type EngineCommand = z.infer<typeof engineCommands>[number];

const FORCE_AFTER_MS = 1_500;

// What the engines store is for this user alone, also in a folder that others may enter.
process.umask(0o077);

const [recordFile = '', commands = '[]'] = process.argv.slice(2);
const running = new Set<ChildProcess>();
let ending = false;

for (const { name, command, args } of engineCommands.parse(JSON.parse(commands))) {
  const engine = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  running.add(engine);
  const onEnd = (how: unknown) => {
    running.delete(engine);
    if (!ending) process.exitCode = 1;
    console.log(`${name} ended: ${how}`);
    endAll();
  };
  engine.once('error', onEnd).once('exit', (code, signal) => onEnd(signal ?? code));
}

const pids = [process.pid, ...[...running].flatMap(({ pid }) => pid ?? [])];
writeAtomically(recordFile, JSON.stringify(pids.flatMap((pid) => identify(pid) ?? [])));

process.stdin.on('close', endAll).resume();
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, endAll);

function endAll() {
  if (running.size === 0) {
    rmSync(recordFile, { force: true });
    process.exit();
  }
  if (ending) return;
  ending = true;
  for (const engine of running) engine.kill('SIGTERM');
  setTimeout(() => {
    for (const engine of running) engine.kill('SIGKILL');
  }, FORCE_AFTER_MS);
}
