import type { BarPlot, LinePlot, Plot } from '../figure.ts';
import { colour, drawing, line, tag, text } from './svg.ts';

export const draw = (plot: Plot): string => (plot.kind === 'bars' ? drawBars(plot) : drawLines(plot));

const WIDTH = 760;
const LEFT = 210;
const RIGHT = 690;
const TOP = 66;
const ROW = 26;
const BAR = 16;

/** Draws a row for each bar, with its parts end to end and its sum beside it. */
function drawBars({ title, valueLabel, bars, limit }: BarPlot): string {
  const parts = [...new Set(bars.flatMap((bar) => bar.parts.map(({ name }) => name)))];
  const sums = bars.map((bar) => bar.parts.reduce((sum, { value }) => sum + value, 0));
  const scale = linear([...sums, limit?.value ?? 0]);
  const xOf = (value: number) => LEFT + scale.at(value) * (RIGHT - LEFT);
  const bottom = TOP + bars.length * ROW;
  const names = parts.length > 1 ? parts : [];
  return drawing({ title, width: WIDTH, height: bottom + 56, names, left: LEFT }, [
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

const HEIGHT = 400;
const AREA = { left: 76, top: 66, right: 736, bottom: 344 };

/** Draws series over an axis of numbers. Marks show the measured points. */
function drawLines({ title, xLabel, yLabel, series, logarithmic: isLog = {} }: LinePlot): string {
  const points = series.flatMap((one) => one.points);
  const xScale = (isLog.x ? logarithmic : linear)(points.map(([x]) => x));
  const yScale = (isLog.y ? logarithmic : linear)(points.map(([, y]) => y));
  const xOf = (value: number) => AREA.left + xScale.at(value) * (AREA.right - AREA.left);
  const yOf = (value: number) => AREA.bottom - yScale.at(value) * (AREA.bottom - AREA.top);
  const names = series.map(({ name }) => name);
  return drawing({ title, width: WIDTH, height: HEIGHT, names, left: AREA.left }, [
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

interface Scale {
  readonly ticks: readonly number[];
  /** Returns 0 for the beginning of the axis and 1 for its end. */
  readonly at: (value: number) => number;
}

/** Returns a scale from 0 to the next round number at or above the largest value. */
function linear(values: readonly number[]): Scale {
  const largest = Math.max(...values, 0) || 1;
  const step = roundStep(largest / 5);
  const count = Math.ceil(largest / step - 1e-9);
  const ticks = Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
  return { ticks, at: (value) => value / (count * step) };
}

/** Returns a scale between whole powers of ten around the values, which must be above 0. */
function logarithmic(values: readonly number[]): Scale {
  const exponents = values.map(Math.log10);
  const low = Math.floor(Math.min(...exponents) + 1e-9);
  const high = Math.max(Math.ceil(Math.max(...exponents) - 1e-9), low + 1);
  const ticks = Array.from({ length: high - low + 1 }, (_, index) => Number((10 ** (low + index)).toPrecision(12)));
  return { ticks, at: (value) => (Math.log10(value) - low) / (high - low) };
}

/** Returns 1, 2 or 5 times a power of ten, at or above the given step. */
function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  return power * ([1, 2, 5].find((factor) => factor * power >= step * (1 - 1e-9)) ?? 10);
}
