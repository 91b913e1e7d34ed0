import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import * as z from 'zod';
import type { Size } from './figure.ts';

const listening = z.object({ port: z.number() });

/** Runs a module as a child process and waits until it reports its port. The child ends with this process. */
export async function startChild(module: string, args: readonly string[] = []) {
  const child = fork(module, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const message = await firstMessageOf(child, module);
  return {
    process: child,
    port: listening.parse(message).port,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** Returns the first message of the child. Throws if the child ends without one. */
async function firstMessageOf(child: ChildProcess, module: string): Promise<unknown> {
  const [message] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code, signal]) => Promise.reject(new Error(`${module} ended with ${code ?? signal}`))),
  ]);
  return message;
}

/** Runs a module as its own process, with its size as argument and without its output. Returns its one message. */
export async function measuredBy<S extends z.ZodType>(
  module: string,
  schema: S,
  size: Size,
  execArgv: readonly string[] = [],
): Promise<z.output<S>> {
  const child = fork(module, [size], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [...execArgv] });
  return schema.parse(await firstMessageOf(child, module));
}
