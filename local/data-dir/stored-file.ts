import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { dirname } from 'node:path';
import type * as z from 'zod';
import { causeOf } from '../../tooling/command-line/explain-error.ts';
import { Problem } from '../../tooling/command-line/problem.ts';
import { fromJson } from '../../tooling/from-json.ts';

/** Returns whether this is the name of a file that {@link writeAtomically} has not finished. */
export const isDraft = (name: string) => /\.[0-9a-f-]{36}\.tmp$/.test(name);

/**
 * Replaces the file. If writing or renaming fails, the file stays as it is. Throws the system's error. A reader gets
 * the old or the new content, never a mix. The new content survives a power failure. Only the owner may read the file,
 * because it may contain secrets.
 */
export async function writeAtomically(
  file: string,
  content: string | Uint8Array,
  { open, rename, rm }: Pick<typeof fs, 'open' | 'rename' | 'rm'> = fs,
): Promise<void> {
  const draft = `${file}.${randomUUID()}.tmp`;
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  // Without syncing the folder, a power failure could undo the rename, even if the content is on the disk.
  const folder = await open(dirname(file), 'r');
  await folder.sync().finally(() => folder.close());
}

/**
 * Returns undefined if the file does not exist. If the file cannot be read, for example because it is a folder, throws
 * a Problem that names it.
 */
export function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if (causeOf(error) === 'ENOENT') return undefined;
    throw new Problem(`${file} cannot be read (${causeOf(error)}).`);
  }
}

/** `damaged` is true if the file exists, but is empty, is cut off or does not match the schema. */
export interface StoredJson<Shape> {
  readonly value?: Shape;
  readonly damaged: boolean;
}

/** Reads a file that the service itself wrote earlier. Throws a Problem if the file cannot be read. */
export function readStoredJson<Shape>(file: string, schema: z.ZodType<Shape>): StoredJson<Shape> {
  const content = readIfThere(file);
  if (content === undefined) return { damaged: false };
  const { success, data } = schema.safeParse(fromJson(content.toString()));
  return success ? { value: data, damaged: false } : { damaged: true };
}
