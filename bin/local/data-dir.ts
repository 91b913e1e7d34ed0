import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { Problem } from '../problem.ts';
import { FILES } from './files.ts';
import { type Lock, tryLock } from './lock.ts';
import { causeOf } from './problem.ts';

/** The folder of one local service. Nobody else can hold it while this one runs. */
export interface DataDir {
  readonly path: string;
  release(): void;
}

/** Makes the folder if need be and takes its lock. */
export function openDataDir(folder: string): DataDir {
  const { path, lock } = claim(folder);
  if (!lock) throw new Problem(`Another local service runs on ${path}; choose another --data or stop it.`);
  return { path, release: () => lock.release() };
}

function claim(folder: string): { path: string; lock: Lock | undefined } {
  try {
    makeFolder(folder);
    const path = realpathSync(folder);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return { path, lock: tryLock(join(path, FILES.lock)) };
  } catch (error) {
    throw new Problem(`The data folder ${folder} cannot be written to (${causeOf(error)}).`);
  }
}

/** Not by Node's own `recursive`: under a parent that denies the child's existence (`/proc`) it never comes back. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another service that starts now has made it.
    if (causeOf(error) !== 'EEXIST') throw error;
  }
}

/** A reader sees the old content or the new, never half of it. Secrets may be in it: for the owner only. */
export function writeAtomically(file: string, content: string | Uint8Array) {
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, content, { mode: 0o600 });
  renameSync(draft, file);
}

export function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if (causeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
