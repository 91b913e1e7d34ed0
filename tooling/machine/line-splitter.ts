/** Cuts text that arrives in pieces into lines; `flush` gives out what is left without its line end. */
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
