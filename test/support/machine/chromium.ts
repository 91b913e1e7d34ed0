import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

export const HOW_TO_GET_CHROMIUM = 'needs Chromium: apt-get install -y chromium';

/** Returns the path of the first program named chromium on the PATH, which is Debian's name for it. */
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
