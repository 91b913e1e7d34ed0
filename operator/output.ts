import { styleText } from 'node:util';
import { escapeForTerminal, escapeLinesForTerminal } from '../tooling/command-line/escape-for-terminal.ts';
import { joinCells, padCells } from '../tooling/command-line/tables.ts';
import type { CommandResult } from './command.ts';

/** Returns what a command prints on stdout: with `--json` only the value, and without it the readable parts as text. */
export const printedResult = ({ value, readable = [value] }: CommandResult, json: boolean) =>
  json ? asJson(value) : readable.map(asText).join('\n\n');

/** JSON escapes the line feeds in texts, so the line feeds of the result are only indentation. */
export const asJson = (value: unknown) => escapeLinesForTerminal(JSON.stringify(value, null, 2));

/**
 * Formats an array as a table, an object as one field per line, and a text unchanged, except for control characters.
 */
function asText(value: unknown): string {
  if (typeof value === 'string') return escapeLinesForTerminal(value);
  if (Array.isArray(value)) return value.length === 0 ? '(none)' : formatTable(value.map(fieldsOf));
  const fields = Object.entries(fieldsOf(value));
  const width = Math.max(...fields.map(([name]) => name.length));
  return fields.map(([name, field]) => `${heading(name.padEnd(width))}  ${field}`).join('\n');
}

function formatTable(rows: readonly Record<string, string>[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const [titles = [], ...lines] = padCells([names, ...rows.map((row) => names.map((name) => row[name] ?? ''))]);
  return joinCells([titles.map(heading), ...lines]);
}

const heading = (text: string) => styleText('dim', text);

const fieldsOf = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(value ?? {}).map(([name, field]) => [escapeForTerminal(name), escapeForTerminal(formatCell(field))]),
  );

function formatCell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
