/** Splits a text into lines while it arrives in pieces. `flush` passes on a last line that has no line feed. */
export function lineSplitter(onLine: (line: string) => void) {
  let rest = '';
  return {
    write(text: string) {
      const lines = (rest + text).split(/\r?\n/);
      rest = lines.pop() ?? '';
      for (const line of lines) onLine(line);
    },
    flush() {
      if (rest !== '') onLine(rest);
      rest = '';
    },
  };
}
