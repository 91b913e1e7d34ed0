/** Cells of a table by row. */
type Rows = readonly (readonly string[])[];

/** Each cell padded to the width of its column, which may have a heading in the first row. */
export function padded(rows: Rows): string[][] {
  const widths: number[] = [];
  for (const row of rows)
    for (const [column, { length }] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, length);
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)));
}

/** Padded cells as lines for a terminal. */
export const asLines = (rows: Rows): string => rows.map((cells) => cells.join('  ').trimEnd()).join('\n');

/** A table in Markdown. A cell must not hold a `|`. */
export const markdownTable = (head: readonly string[], rows: Rows): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
