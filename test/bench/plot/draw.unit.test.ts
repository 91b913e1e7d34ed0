import { describe, expect, it } from '@jest/globals';
import { draw } from './draw.ts';
import { linear, logarithmic } from './scale.ts';

describe('a linear axis', () => {
  it.each([
    [
      [3, 9],
      [0, 2, 4, 6, 8, 10],
    ],
    [[0.04], [0, 0.01, 0.02, 0.03, 0.04]],
    [[1_234], [0, 500, 1_000, 1_500]],
    [[], [0, 0.2, 0.4, 0.6, 0.8, 1]],
  ])('begins at 0 and has marks at round numbers for the values %j', (values, ticks) => {
    expect(linear(values).ticks).toEqual(ticks);
  });

  it('ends at its last mark', () => {
    expect([0, 5, 10].map(linear([9]).at)).toEqual([0, 0.5, 1]);
  });
});

describe('a logarithmic axis', () => {
  it('has equally spaced marks at the powers of ten that enclose its values', () => {
    const { ticks, at } = logarithmic([20, 3_000]);
    expect(ticks).toEqual([10, 100, 1_000, 10_000]);
    expect(at(1_000)).toBeCloseTo(2 / 3);
  });

  it('has two marks even when all values are the same power of ten', () => {
    expect(logarithmic([100]).ticks).toEqual([100, 1_000]);
  });
});

describe('a plot', () => {
  const lines = draw({
    kind: 'lines',
    name: 'latency',
    title: 'Latency & load',
    xLabel: 'calls',
    yLabel: 'ms',
    series: [
      {
        name: 'p50',
        points: [
          [0, 0],
          [10, 5],
        ],
      },
      { name: 'p99 <all>', points: [[5, 10]] },
    ],
  });
  const bars = draw({
    kind: 'bars',
    name: 'cold',
    title: 'Cold start',
    valueLabel: 'ms',
    bars: [
      {
        name: 'whoami',
        parts: [
          { name: 'init', value: 30 },
          { name: 'first call', value: 10 },
        ],
      },
      { name: 'bound', parts: [{ name: 'init', value: 20 }] },
    ],
    limit: { value: 50, name: 'goal' },
  });

  it('of lines draws each series in its own colour, with a circle at each data point', () => {
    const colours = [...lines.matchAll(/<polyline [^>]*stroke="(#\w+)"/g)].map(([, colour]) => colour);
    expect(new Set(colours).size).toBe(2);
    expect(lines.match(/<circle /g)).toHaveLength(3);
  });

  it('of lines scales x from left to right, and y from bottom to top', () => {
    expect(lines).toContain('points="76.0,344.0 736.0,205.0"');
  });

  it('of bars draws the parts of a bar end to end, and prints the sum of the parts', () => {
    const widths = [...bars.matchAll(/<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)" height="16"/g)].map(
      ([, x, width]) => [Number(x), Number(width)],
    );
    expect(widths).toEqual([
      [210, 288],
      [498, 96],
      [210, 192],
    ]);
    expect(bars).toContain('>40</text>');
    expect(bars).toContain('>goal</text>');
  });

  it('is well-formed SVG even if names contain special characters, and has colours for dark mode', () => {
    expect(lines).toContain('Latency &amp; load');
    expect(lines).toContain('p99 &lt;all&gt;');
    expect(lines).toContain('prefers-color-scheme: dark');
    for (const svg of [lines, bars]) {
      const opened = svg.match(/<[a-z]/g)?.length;
      expect(svg.match(/<\//g)).toHaveLength(opened ?? 0);
    }
  });
});
