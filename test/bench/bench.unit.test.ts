import { describe, expect, it } from '@jest/globals';
import { contentsOf } from './cold/contents.ts';
import { withSection } from './report.ts';
import { inRotation, pairedRatios, quantile, summary } from './statistics.ts';

describe('the rounds of a bench', () => {
  it('each round of a bench runs every variant once, in rotating order, and the results of the first round are dropped', async () => {
    const order: string[] = [];
    const ran = (name: string) => () => order.push(name);
    const results = await inRotation(2, { one: ran('one'), other: ran('other') });
    expect(order).toEqual(['one', 'other', 'other', 'one', 'one', 'other']);
    expect(results).toEqual({ one: [4, 5], other: [3, 6] });
  });

  it('each round of a bench gives one ratio of the two variants, so that a slowdown of both does not change the ratio', () => {
    expect(pairedRatios([10, 40, 20], [5, 20, 10])).toEqual([2, 2, 2]);
  });

  it('the summary of a bench is the median and the middle 50 % of its rounds, so that one disturbed round does not change it', () => {
    expect(summary([1, 2, 3, 4, 1_000])).toEqual({ value: 3, spread: [2, 4] });
  });
});

it.each([
  [[4, 1, 3, 2], 0.5, 2.5],
  [[1, 2, 3], 1, 3],
  [[7], 0.99, 7],
])('quantile(%j, %d) returns %d', (values, share, expected) => {
  expect(quantile(values, share)).toBe(expected);
});

describe('the page of measurements', () => {
  const page = withSection('# Performance\n\nMethod.\n', 'cold', '| 1 |');

  it('the page of measurements gets a section for a new bench', () => {
    expect(page).toBe(
      '# Performance\n\nMethod.\n\n<!-- measured by bench cold -->\n| 1 |\n<!-- end of bench cold -->\n',
    );
  });

  it('the page of measurements keeps the text around a section when the bench of that section runs again', () => {
    const edited = `${page}\nWhat it means.\n`;
    expect(withSection(edited, 'cold', '| 2 |')).toBe(edited.replace('| 1 |', '| 2 |'));
  });

  it('the page of measurements keeps the sections of the other benches when one bench runs again', () => {
    const both = withSection(page, 'warm', '| 3 |');
    expect(withSection(both, 'cold', '| 4 |')).toContain('| 3 |');
  });
});

it('contentsOf adds up the bytes of a bundle per group of packages, and returns the largest group first', () => {
  const parts = contentsOf({
    'shared/http/endpoint.ts': 5,
    'functions/whoami/index.ts': 1,
    'node_modules/zod/v4/core/util.js': 7,
    'node_modules/@smithy/core/dist-es/index.js': 4,
    'node_modules/@aws-sdk/client-dynamodb/dist-es/index.js': 6,
    'node_modules/@aws-lambda-powertools/logger/lib/esm/Logger.js': 2,
    'node_modules/ulid/dist/node/index.js': 3,
  });
  expect(parts).toEqual([
    { part: 'AWS SDK', bytes: 10 },
    { part: 'zod', bytes: 7 },
    { part: 'ours', bytes: 6 },
    { part: 'other', bytes: 3 },
    { part: 'powertools', bytes: 2 },
  ]);
});
