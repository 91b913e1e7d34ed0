import { asLines, markdownTable, padded } from '../../tooling/command-line/tables.ts';
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

const RATINGS = { true: 'met', false: 'MISSED', undefined: '' } as const;

const HEADINGS = ['figure', 'value', 'middle half', 'goal', '', 'note'];

const rowOf = (figure: Figure) => [
  figure.name,
  `${number(figure.value)} ${figure.unit}`.trim(),
  figure.spread ? figure.spread.map(number).join(' – ') : '',
  goalOf(figure),
  RATINGS[`${isMet(figure)}`],
  figure.note ?? '',
];

/** Formats the figures as columns for a terminal. */
export const asTable = (figures: readonly Figure[]): string => asLines(padded([HEADINGS, ...figures.map(rowOf)]));

/** Formats the figures as a table for docs/performance.md. */
export const asMarkdown = (figures: readonly Figure[]): string => markdownTable(HEADINGS, figures.map(rowOf));
