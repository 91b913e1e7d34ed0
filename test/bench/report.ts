import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { joinCells, markdownTable, padCells } from '../../tooling/command-line/tables.ts';
import { type Figure, isMet, type Measured } from './figure.ts';
import { draw } from './plot/draw.ts';

const DOCS = join(import.meta.dirname, '../../docs');

/** Writes the results of a bench into its section of docs/performance.md, and its plots beside the page. */
export function writeReport(bench: string, { figures, plots = [] }: Measured, measuredAt: Date): void {
  const folder = join(DOCS, 'performance');
  mkdirSync(folder, { recursive: true });
  for (const plot of plots) writeFileSync(join(folder, `${plot.name}.svg`), draw(plot));

  const page = join(DOCS, 'performance.md');
  const images = plots.map(({ name, title }) => `![${title}](performance/${name}.svg)`);
  const parts = [asMarkdown(figures), ...images, `Measured ${measuredAt.toISOString().slice(0, 10)} on ${machine()}.`];
  writeFileSync(page, withSection(existsSync(page) ? readFileSync(page, 'utf8') : '', bench, parts.join('\n\n')));
}

/** Replaces the text between the marks of a bench. If the page has none, the section is added at its end. */
export function withSection(page: string, bench: string, content: string): string {
  const [begin, end] = [`<!-- measured by bench ${bench} -->`, `<!-- end of bench ${bench} -->`];
  const section = `${begin}\n${content}\n${end}`;
  const from = page.indexOf(begin);
  const to = page.indexOf(end, from);
  if (from < 0 || to < 0) return `${page.trimEnd()}\n\n${section}\n`.trimStart();
  return page.slice(0, from) + section + page.slice(to + end.length);
}

/** The name of the processor, without trademarks: "Intel Xeon". */
const processor = () => (cpus()[0]?.model ?? 'unknown').replace(/\((R|TM)\)| Processor/g, '');

const machine = () =>
  `${cpus().length} cores (${processor()}), ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform} ${process.arch}, Node ${process.versions.node}`;

const number = (value: number) => {
  if (!Number.isFinite(value)) return String(value);
  if (Number.isInteger(value) || Math.abs(value) >= 1_000)
    return value.toLocaleString('en', { maximumFractionDigits: 0 });
  return value.toPrecision(3);
};

const goalOf = (figure: Figure) => {
  const { goal } = figure;
  if (!goal) return '';
  const wanted = 'atMost' in goal ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`;
  return `${wanted}: ${isMet(figure) ? 'met' : 'MISSED'}`;
};

const shownValue = ({ value, unit }: Figure) =>
  unit === '$' ? `$${number(value)}` : `${number(value)} ${unit}`.trim();

const HEADINGS = ['figure', 'value', 'middle half', 'goal', 'note'];

const rowOf = (figure: Figure) => [
  figure.name,
  shownValue(figure),
  figure.spread ? figure.spread.map(number).join('–') : '',
  goalOf(figure),
  figure.note ?? '',
];

/** Returns the headings and a row for each figure, without the columns that are empty in every row. */
function tableOf(figures: readonly Figure[]): [head: string[], ...rows: string[][]] {
  const rows = figures.map(rowOf);
  const used = (cells: readonly string[]) => cells.filter((_, column) => rows.some((row) => row[column] !== ''));
  return [used(HEADINGS), ...rows.map(used)];
}

/** Formats the figures as columns for a terminal. */
export const asTable = (figures: readonly Figure[]): string => joinCells(padCells(tableOf(figures)));

/** Formats the figures as a table for docs/performance.md. */
const asMarkdown = (figures: readonly Figure[]): string => {
  const [head, ...rows] = tableOf(figures);
  return markdownTable(head, rows);
};
