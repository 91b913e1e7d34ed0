import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Finds the project's folder by its lock file, because a prebuilt tool runs from a folder below `dist`. */
export function projectDir(from = import.meta.dirname): string {
  if (existsSync(join(from, 'package-lock.json'))) return from;
  const above = dirname(from);
  if (above === from) throw new Error('The folder of the project was not found');
  return projectDir(above);
}
