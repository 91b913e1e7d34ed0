import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { causeOf } from '../../../tooling/command-line/explain-error.ts';

const NAMESPACE = ['unshare', '--user', '--map-root-user', '--mount'] as const;
const MOUNT = 'mount -t tmpfs -o size="$1" tmpfs "$2"';

/** Returns why this machine cannot mount a file system without root, for the message about skipped tests. */
export function obstacleToSmallDisks(): string | undefined {
  const scratch = mkdtempSync(join(tmpdir(), 'small-disk-'));
  const [command, ...args] = [...NAMESPACE, 'sh', '-c', MOUNT, 'sh', '1m', scratch];
  const { status, stderr } = spawnSync(command ?? '', args, { encoding: 'utf8' });
  rmSync(scratch, { recursive: true });
  return status === 0 ? undefined : `no file system can be mounted here: ${stderr?.trim()}`;
}

export type SmallDisk = Awaited<ReturnType<typeof smallDisk>>;

/** Mounts a file system in memory that a test can fill without harm. */
export async function smallDisk(megabytes: number) {
  const inside = mkdtempSync(join(tmpdir(), 'small-disk-'));
  // The process that keeps the mount reads its standard input, which closes when the test ends, so the process ends
  // too.
  const script = `${MOUNT} && echo mounted && exec cat`;
  const [command = '', ...args] = [...NAMESPACE, 'sh', '-c', script, 'sh', `${megabytes}m`, inside];
  const holder = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(holder.stdout, 'data');
  const outside = `/proc/${holder.pid}/root${inside}`;
  const filler = join(outside, 'filler');
  return {
    /** Its folder for processes that are run with `through`. */
    inside,
    /** The same folder for all other processes. */
    outside,
    /** The beginning of a command that runs a program which sees this file system. */
    through: [
      'nsenter',
      '--target',
      String(holder.pid),
      '--user',
      '--mount',
      '--preserve-credentials',
      `--wd=${process.cwd()}`,
    ],
    /** Writes until no space is left. */
    fill: () => fill(filler),
    /** Frees the space that `fill` used. */
    free: () => rmSync(filler),
    async remove() {
      holder.stdin.end();
      await once(holder, 'exit');
      rmSync(inside, { recursive: true });
    },
  };
}

function fill(file: string) {
  const descriptor = openSync(file, 'a');
  const block = Buffer.alloc(4096);
  try {
    for (;;) writeSync(descriptor, block);
  } catch (error) {
    if (causeOf(error) !== 'ENOSPC') throw error;
  } finally {
    closeSync(descriptor);
  }
}
