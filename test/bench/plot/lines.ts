import type { LinePlot } from '../figure.ts';
import { linear, logarithmic } from './scale.ts';
import { colour, drawing, legend, line, tag, text } from './svg.ts';

const WIDTH = 760;
const HEIGHT = 400;
const AREA = { left: 76, top: 66, right: 736, bottom: 344 };

/** Draws series over an axis of numbers. Marks show the measured points. */
export function drawLines({ title, xLabel, yLabel, series, logarithmic: isLog = {} }: LinePlot): string {
  const points = series.flatMap((one) => one.points);
  const xScale = (isLog.x ? logarithmic : linear)(points.map(([x]) => x));
  const yScale = (isLog.y ? logarithmic : linear)(points.map(([, y]) => y));
  const xOf = (value: number) => AREA.left + xScale.at(value) * (AREA.right - AREA.left);
  const yOf = (value: number) => AREA.bottom - yScale.at(value) * (AREA.bottom - AREA.top);
  return drawing(title, WIDTH, HEIGHT, [
    legend(
      series.map(({ name }) => name),
      AREA.left,
      50,
    ),
    ...yScale.ticks.map(
      (tick) =>
        line(AREA.left, yOf(tick), AREA.right, yOf(tick), 'grid') +
        text(AREA.left - 8, yOf(tick) + 4, tick.toLocaleString('en'), { 'text-anchor': 'end' }),
    ),
    ...xScale.ticks.map((tick) =>
      text(xOf(tick), AREA.bottom + 18, tick.toLocaleString('en'), { 'text-anchor': 'middle' }),
    ),
    text((AREA.left + AREA.right) / 2, AREA.bottom + 42, xLabel, { 'text-anchor': 'middle' }),
    text(0, 0, yLabel, {
      transform: `translate(18 ${(AREA.top + AREA.bottom) / 2}) rotate(-90)`,
      'text-anchor': 'middle',
    }),
    ...series.map(({ points: own }, index) => {
      const places = own.map(([x, y]) => [xOf(x), yOf(y)] as const);
      const path = places.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
      const marks = places.map(([cx, cy]) => tag('circle', { cx, cy, r: 3, fill: colour(index) })).join('');
      return tag('polyline', { points: path, fill: 'none', stroke: colour(index), 'stroke-width': 2 }) + marks;
    }),
  ]);
}
