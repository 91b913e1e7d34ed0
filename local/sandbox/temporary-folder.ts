import { existsSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FILES } from '../data-dir/file-names.ts';
import { tryLock } from '../data-dir/lock.ts';

const PREFIX = 'partner-lines-sandbox-';
/** Until this age, a folder without a lock file is not deleted: a sandbox may be starting in it. */
const YOUNG_MS = 60_000;

/** Makes a folder that only this user may enter. First deletes the folders of sandboxes that were killed. */
export function createTemporaryFolder(parent = tmpdir(), nowMs = Date.now()): string {
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = join(parent, name);
    if (isAbandoned(folder, nowMs)) rmSync(folder, { recursive: true, force: true });
  }
  // `mkdtemp` gives its folders the mode 0700.
  return mkdtempSync(join(parent, PREFIX));
}

/** Reports whether the folder's sandbox has ended. The operating system frees the lock of an ended process. */
function isAbandoned(folder: string, nowMs: number): boolean {
  try {
    // Links are not followed, because every user can create links in the parent folder, also to folders of this user.
    const found = lstatSync(folder);
    if (!found.isDirectory() || found.uid !== process.getuid?.()) return false;
    const lockFile = join(folder, FILES.lock);
    if (!existsSync(lockFile)) return nowMs - found.birthtimeMs > YOUNG_MS;
    const lock = tryLock(lockFile);
    lock?.release();
    return lock !== undefined;
  } catch {
    // For example, another sandbox is deleting the same folder.
    return false;
  }
}
