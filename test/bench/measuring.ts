import { fork } from 'node:child_process';
import type * as z from 'zod';
import { firstMessageOf } from './child.ts';

/** Runs a module as its own process, without its output. Returns the one message that it sends. */
export async function measuredBy<S extends z.ZodType>(
  module: string,
  schema: S,
  execArgv: readonly string[] = [],
): Promise<z.output<S>> {
  const child = fork(module, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [...execArgv] });
  return schema.parse(await firstMessageOf(child, module));
}
