import { open, rename } from 'node:fs/promises';

/** Writes a file that only its owner can read. After a crash, the file has the old text or the new one. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const unfinished = `${path}.new`;
  const file = await open(unfinished, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
}
