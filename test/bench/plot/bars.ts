import type { BarPlot } from '../figure.ts';
import { linear } from './scale.ts';
import { colour, drawing, legend, line, tag, text } from './svg.ts';

const WIDTH = 760;
const LEFT = 210;
const RIGHT = 690;
const TOP = 66;
const ROW = 26;
const BAR = 16;

/** Draws a row for each bar, with its parts end to end and its sum beside it. */
export function drawBars({ title, valueLabel, bars, limit }: BarPlot): string {
  const parts = [...new Set(bars.flatMap((bar) => bar.parts.map(({ name }) => name)))];
  const sums = bars.map((bar) => bar.parts.reduce((sum, { value }) => sum + value, 0));
  const scale = linear([...sums, limit?.value ?? 0]);
  const xOf = (value: number) => LEFT + scale.at(value) * (RIGHT - LEFT);
  const bottom = TOP + bars.length * ROW;
  return drawing(title, WIDTH, bottom + 56, [
    parts.length > 1 ? legend(parts, LEFT, 50) : '',
    ...scale.ticks.map(
      (tick) =>
        line(xOf(tick), TOP - 4, xOf(tick), bottom, 'grid') +
        text(xOf(tick), bottom + 18, tick.toLocaleString('en'), { 'text-anchor': 'middle' }),
    ),
    text((LEFT + RIGHT) / 2, bottom + 42, valueLabel, { 'text-anchor': 'middle' }),
    ...bars.map((bar, row) => {
      const y = TOP + row * ROW + (ROW - BAR) / 2;
      let from = 0;
      const drawn = bar.parts.map(({ name, value }) => {
        const x = xOf(from);
        from += value;
        return tag('rect', { x, y, width: xOf(from) - x, height: BAR, fill: colour(parts.indexOf(name)) });
      });
      const sum = text(xOf(from) + 6, y + 13, Number(from.toPrecision(3)).toLocaleString('en'));
      return text(LEFT - 8, y + 13, bar.name, { 'text-anchor': 'end' }) + drawn.join('') + sum;
    }),
    ...(limit
      ? [
          line(xOf(limit.value), TOP - 4, xOf(limit.value), bottom, 'limit'),
          text(xOf(limit.value), TOP - 8, limit.name, { 'text-anchor': 'middle' }),
        ]
      : []),
  ]);
}
