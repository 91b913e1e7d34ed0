import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';

/**
 * Writes a file that only its owner can read. After a crash, the file has either the old text or the new text. The
 * unfinished file has a random name and must not exist yet. Otherwise, another user of the folder could first create a
 * link with this name.
 */
export async function writeAtomically(path: string, text: string): Promise<void> {
  const unfinished = `${path}.${randomUUID()}.new`;
  const file = await open(unfinished, 'wx', 0o600);
  try {
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
