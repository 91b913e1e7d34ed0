/** Splits text that arrives in pieces into lines. `flush` passes on a last line without a line feed. */
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
