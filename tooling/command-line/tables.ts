type Rows = readonly (readonly string[])[];

/** Pads the cells of each column to the same width. The first row can contain the headings. */
export function padCells(rows: Rows): string[][] {
  const widths: number[] = [];
  for (const row of rows)
    for (const [column, { length }] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, length);
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)));
}

/** Returns the rows of padded cells as text, one line for each row. */
export const joinCells = (rows: Rows): string => rows.map((cells) => cells.join('  ').trimEnd()).join('\n');

/** Returns a table in Markdown. A cell must not contain `|`. */
export const markdownTable = (head: readonly string[], rows: Rows): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
