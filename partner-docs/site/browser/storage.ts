/** Reads a stored text. Returns null if the browser blocks storage, as some do for pages that are opened from disk. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Without storage, the choice is valid for this page only.
  }
}
