import { fork } from 'node:child_process';
import type * as z from 'zod';
import { firstMessageOf } from './child.ts';
import type { Size } from './figure.ts';

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
