import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** What to do when there is none. */
export const HOW_TO_GET_CHROMIUM = 'needs Chromium: apt-get install -y chromium';

/** Debian's Chromium, or another one of that name on the PATH. */
export function findChromium(path = process.env['PATH'] ?? ''): string | undefined {
  return path
    .split(delimiter)
    .map((folder) => join(folder, 'chromium'))
    .find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
