import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { causeOf } from '../../../tooling/command-line/explain-error.ts';

export interface FullPipe {
  /** The file descriptor for the program whose next write should block. */
  readonly writeEnd: number;
  /** Returns everything in the pipe, which then has room again. */
  drain(): string;
  close(): void;
}

/** Creates a named pipe at the path that accepts no more bytes until it is drained. */
export function fullPipe(path: string): FullPipe {
  spawnSync('mkfifo', [path]);
  const ours = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  const chunk = Buffer.alloc(4_096, '.');
  while (bytesOf(() => writeSync(ours, chunk)) > 0);
  const writeEnd = openSync(path, constants.O_WRONLY);
  return {
    writeEnd,
    drain() {
      let text = '';
      for (;;) {
        const bytes = bytesOf(() => readSync(ours, chunk));
        if (bytes === 0) return text;
        text += chunk.toString('utf8', 0, bytes);
      }
    },
    close() {
      closeSync(ours);
      closeSync(writeEnd);
    },
  };
}

function bytesOf(attempt: () => number): number {
  try {
    return attempt();
  } catch (error) {
    if (causeOf(error) === 'EAGAIN') return 0;
    throw error;
  }
}
