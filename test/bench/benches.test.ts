import { expect, it } from '@jest/globals';
import { BENCHES } from './benches.ts';
import { withoutValue } from './figure.ts';
import { draw } from './plot/draw.ts';

/** test/e2e/consumption.test.ts runs this bench on the service that it has started. */
const RUN_ELSEWHERE = ['consumption'];

it.each(BENCHES.filter(({ name }) => !RUN_ELSEWHERE.includes(name)).map((bench) => [bench.name, bench] as const))(
  'the bench %s runs to its end in its short form, gives every figure a value, and draws its plots',
  async (_, { measure }) => {
    const measured = await measure({ size: 'short', say: () => undefined });
    expect(measured.figures).not.toEqual([]);
    expect(withoutValue(measured)).toEqual([]);
    for (const plot of measured.plots ?? []) expect(draw(plot)).not.toContain('NaN');
  },
  180_000,
);
