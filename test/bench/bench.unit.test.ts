import { describe, expect, it } from '@jest/globals';
import { contentsOf } from './cold/contents.ts';
import { withSection } from './report.ts';
import { inRotation, pairedRatios, quantile, summary } from './statistics.ts';

describe('the rounds of a benchmark', () => {
  it('each round of a benchmark runs every variant once', async () => {
    const order: string[] = [];
    const ran = (name: string) => () => order.push(name);
    const results = await inRotation(2, { one: ran('one'), other: ran('other') });
    expect(order).toEqual(['one', 'other', 'other', 'one', 'one', 'other']);
    expect(results).toEqual({ one: [4, 5], other: [3, 6] });
  });

  it('each round of a benchmark gives one ratio of two variants', () => {
    expect(pairedRatios([10, 40, 20], [5, 20, 10])).toEqual([2, 2, 2]);
  });

  it('the summary of a benchmark is the median and the middle 50 % of its rounds', () => {
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

describe('the document with the measurements', () => {
  const page = withSection('# Performance\n\nMethod.\n', 'cold', '| 1 |');

  it('the document with the measurements gets a section for a new benchmark', () => {
    expect(page).toBe(
      '# Performance\n\nMethod.\n\n<!-- measured by bench cold -->\n| 1 |\n<!-- end of bench cold -->\n',
    );
  });

  it('a new run of a benchmark replaces its section and keeps the text around the section', () => {
    const edited = `${page}\nWhat it means.\n`;
    expect(withSection(edited, 'cold', '| 2 |')).toBe(edited.replace('| 1 |', '| 2 |'));
  });

  it('a new run of a benchmark keeps the sections of other benchmarks', () => {
    const both = withSection(page, 'warm', '| 3 |');
    expect(withSection(both, 'cold', '| 4 |')).toContain('| 3 |');
  });
});

it('contentsOf adds up the bytes of a bundle per group of packages', () => {
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
