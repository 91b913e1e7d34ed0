import { styleText } from 'node:util';
import { printable, printableLines } from '../tooling/command-line/printable.ts';
import { asLines, padded } from '../tooling/command-line/tables.ts';

/** Parsed it is the same value. The line feeds that indent it are the only ones: those of texts are escaped already. */
export const asJson = (value: unknown) => printableLines(JSON.stringify(value, null, 2));

/** For a person: an array is a table, an object its fields one a line, a text of ours itself. */
export function asText(value: unknown): string {
  if (typeof value === 'string') return printableLines(value);
  if (Array.isArray(value)) return value.length === 0 ? '(none)' : table(value.map(fieldsOf));
  const fields = Object.entries(fieldsOf(value));
  const width = Math.max(...fields.map(([name]) => name.length));
  return fields.map(([name, field]) => `${heading(name.padEnd(width))}  ${field}`).join('\n');
}

function table(rows: readonly Record<string, string>[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const [titles = [], ...lines] = padded([names, ...rows.map((row) => names.map((name) => row[name] ?? ''))]);
  return asLines([titles.map(heading), ...lines]);
}

const heading = (text: string) => styleText('dim', text);

const fieldsOf = (value: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(value ?? {}).map(([name, field]) => [printable(name), printable(cell(field))]));

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
