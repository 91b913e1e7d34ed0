import { existsSync, mkdtempSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { waitForLock } from '../../local/data-dir/lock.ts';

/** Returns the folder that all tests of a run share. `start-parts.ts` creates it. */
export function folderOfTheRun(): string {
  const folder = process.env['TEST_RUN_FOLDER'];
  if (folder === undefined) throw new Error('TEST_RUN_FOLDER is not set: test/support/start-parts.ts sets it');
  return folder;
}

/** Returns a folder that the tests of a run share. The first test file that asks for it fills it. */
export async function sharedFolder(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(folderOfTheRun(), name);
  const lock = await waitForLock(`${folder}.lock`);
  try {
    if (existsSync(folder)) return folder;
    const draft = mkdtempSync(`${folder}-`);
    await fill(draft);
    renameSync(draft, folder);
    return folder;
  } finally {
    lock.release();
  }
}
