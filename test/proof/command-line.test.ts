import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Problem } from '../../tooling/command-line/problem.ts';
import { OPTIONS, parseFlags, usage } from './flags.ts';

const NAMES = ['simulation', 'fairness'];

describe('the flags of `npm run proof`', () => {
  it('`npm run proof` needs no flags', () => {
    expect(parseFlags([], NAMES)).toEqual({ runs: 10_000 });
  });

  it('`npm run proof` accepts `--runs`, `--seed` and `--only` together', () => {
    const args = ['--runs', '5', '--seed=-7', '--only', 'fairness'];
    expect(parseFlags(args, NAMES)).toEqual({ runs: 5, seed: -7, only: 'fairness' });
  });

  it('the flags of `npm run proof` are undefined for `--help`', () => {
    expect(parseFlags(['--help'], NAMES)).toBeUndefined();
  });

  it('the help of `npm run proof` has a line for every flag', () => {
    const named = [...usage(NAMES).matchAll(/^ {2}--([\w-]+) /gm)].map(([, name]) => name);
    expect([...named, 'help'].sort()).toEqual(Object.keys(OPTIONS).sort());
  });

  it.each([
    [['--frob'], "Unknown option '--frob'"],
    [['--runs'], "Option '--runs <value>' argument missing"],
    [['--runs', '-1'], "Option '--runs' argument is ambiguous"],
    [['--runs', '0'], '--runs must be at least 1'],
    [['--seed', 'x'], '--seed must be a whole number'],
    [
      ['--without', 'suspicion,luck'],
      '--without.1 must be some of further messages, suspicion, early marks, hung lane, batches',
    ],
    [['--only', 'fairnes'], '--only must be one of simulation, fairness'],
  ])('`npm run proof` rejects the arguments %j in one sentence', (args, sentence) => {
    const problem = new Problem(`${sentence}; see npm run proof -- --help.`, 2);
    expect(() => parseFlags(args, NAMES)).toThrow(problem);
  });

  it('`npm run proof` runs no proof if an option is unknown', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'run.ts'), '--frob'], {
      encoding: 'utf8',
    });
    const sentence = "Unknown option '--frob'; see npm run proof -- --help.\n";
    expect({ status, stdout, stderr }).toEqual({ status: 2, stdout: '', stderr: sentence });
  });
});
