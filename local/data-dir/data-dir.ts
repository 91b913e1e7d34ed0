import { accessSync, constants, existsSync, mkdirSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { causeOf } from '../../tooling/command-line/explain-error.ts';
import { Problem } from '../../tooling/command-line/problem.ts';
import { FILES } from './file-names.ts';
import { tryLock } from './lock.ts';
import { isDraft } from './stored-file.ts';

/**
 * Creates the folder if needed, and locks it while the service runs. Throws a Problem if the folder cannot be used or is
 * already locked.
 */
export function openDataDir(folder: string) {
  const path = createWritableFolder(folder);
  const lock = tryLock(join(path, FILES.lock));
  if (!lock) throw new Problem(`Another local service runs on ${path}; choose another --data, or stop that service.`);
  removeDrafts(path);
  return { path, release: () => lock.release() };
}

function createWritableFolder(folder: string): string {
  try {
    makeFolder(folder);
    const path = realpathSync(folder);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return path;
  } catch (error) {
    throw new Problem(`The data folder ${folder} cannot be written to (${causeOf(error)}).`);
  }
}

/**
 * Creates the folder and its parents. `mkdirSync` with `recursive` would loop forever if creating a child of an
 * existing folder fails with ENOENT, as under `/proc`.
 */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // EEXIST means that another starting service created the folder at the same time.
    if (causeOf(error) !== 'EEXIST') throw error;
  }
}

/** Deletes the drafts of a service that was killed while it wrote a file. */
function removeDrafts(folder: string): void {
  for (const draft of readdirSync(folder).filter(isDraft)) rmSync(join(folder, draft));
}
