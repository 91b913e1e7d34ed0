import { fork } from 'node:child_process';
import { once } from 'node:events';
import type * as z from 'zod';

/** Runs a module as a process of its own, without its output, and answers the one message that it sends. */
export async function measuredBy<S extends z.ZodType>(
  module: string,
  schema: S,
  execArgv: readonly string[] = [],
): Promise<z.output<S>> {
  const child = fork(module, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [...execArgv] });
  const [message] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`${module} ended with ${code}`))),
  ]);
  return schema.parse(message);
}
