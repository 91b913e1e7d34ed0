import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import * as z from 'zod';

export interface Child {
  readonly process: ChildProcess;
  readonly port: number;
  stop(): Promise<void>;
}

const listening = z.object({ port: z.number() });

/** Runs a module as a process of its own and waits until it says where it listens. It ends when we do. */
export async function startChild(module: string, args: readonly string[] = []): Promise<Child> {
  const child = fork(module, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const [message] = await once(child, 'message');
  return {
    process: child,
    port: listening.parse(message).port,
    async stop() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
