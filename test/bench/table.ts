import { type Figure, isMet } from './figure.ts';

const number = (value: number) => {
  if (!Number.isFinite(value)) return String(value);
  if (Number.isInteger(value) || Math.abs(value) >= 1_000)
    return value.toLocaleString('en', { maximumFractionDigits: 0 });
  return value.toPrecision(3);
};

const goalOf = ({ goal }: Figure) => {
  if (!goal) return '';
  return 'atMost' in goal ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`;
};

const VERDICTS = { true: 'met', false: 'MISSED', undefined: '' } as const;

const HEADINGS = ['figure', 'value', 'middle half', 'goal', '', 'note'];

const rowOf = (figure: Figure) => [
  figure.name,
  `${number(figure.value)} ${figure.unit}`.trim(),
  figure.spread ? figure.spread.map(number).join(' – ') : '',
  goalOf(figure),
  VERDICTS[`${isMet(figure)}`],
  figure.note ?? '',
];

/** The figures as columns for a terminal. */
export function asTable(figures: readonly Figure[]): string {
  const rows = [HEADINGS, ...figures.map(rowOf)];
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The same for docs/performance.md. */
export const asMarkdown = (figures: readonly Figure[]): string =>
  [HEADINGS, HEADINGS.map(() => '---'), ...figures.map(rowOf)].map((row) => `| ${row.join(' | ')} |`).join('\n');
