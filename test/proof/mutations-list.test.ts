import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { clauseMutants } from './mutations/clauses.ts';
import { constantsOf } from './mutations/constants.ts';
import { guardMutants } from './mutations/guards.ts';
import { allMutants } from './mutations/list.ts';
import { applied } from './mutations/mutant.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CONSTANTS = `
  export const isNew = { isNew: 'attribute_not_exists(PK)' };
  const PENDING = '#status = :pending';
`;
const clausesOf = (text: string) => {
  const sources = [{ file: 'sample.ts', text: CONSTANTS + text }];
  return sources.flatMap((source) => clauseMutants(source, constantsOf(sources)));
};
const names = (text: string) => clausesOf(text).map(({ what }) => what);

describe('the clauses that the mutation check removes', () => {
  it.each([
    [
      'each clause of a condition',
      "put(item, { condition: { isActive: '#a = :a', hasNone: PENDING } });",
      ['isActive', 'hasNone'],
    ],
    [
      'a constant, once for each use',
      'put(a, { condition: isNew }); put(b, { condition: isNew });',
      ['isNew', 'isNew'],
    ],
    [
      'the clauses of both branches of a choice',
      "put(a, { condition: old ? { sameAge: '#a = :a' } : isNew });",
      ['sameAge', 'isNew'],
    ],
    [
      'the clauses of a spread object',
      "put(a, { condition: { ...(all ? {} : { none: '#a = :a' }), ...isNew } });",
      ['none', 'isNew'],
    ],
    [
      'the clauses of a local constant, only once',
      'function f() { const c = old ? {} : isNew; put({ condition: c }); put({ condition: c }); }',
      ['isNew'],
    ],
    [
      'each text of a clause that has two texts',
      "put(a, { condition: { open: late ? '#a = :a' : PENDING } });",
      ['open (late)', 'open (not late)'],
    ],
    ['each clause of a filter', "query({ filter: { notExpired: '#a > :a' } });", ['notExpired']],
    [
      'each alternative of a clause',
      "put(a, { condition: { free: '#a = :a OR #b = :b' } });",
      ['free', 'free: or #a = :a', 'free: or #b = :b'],
    ],
  ])('the clauses that the mutation check removes include %s', (_, text, expected) => {
    expect(names(text)).toEqual(expected);
  });

  it('the mutation check makes a clause always true with an added `OR`', () => {
    const always = 'attribute_not_exists(zz)';
    const text = 'put(a, { condition: isNew }); put(b, { condition: { pending: PENDING } });';
    expect(clausesOf(text).map((mutant) => applied(mutant, CONSTANTS + text).slice(CONSTANTS.length))).toEqual([
      `put(a, { condition: { ...isNew, isNew: \`\${isNew['isNew']} OR ${always}\` } }); put(b, { condition: { pending: PENDING } });`,
      `put(a, { condition: isNew }); put(b, { condition: { pending: '#status = :pending OR ${always}' } });`,
    ]);
  });

  it.each([
    ['returned by a function', 'put(a, { condition: conditionFor(a) });'],
    ['passed as a parameter', 'const write = (condition) => put(a, { condition });'],
    ['with a concatenated text', "put(a, { condition: { isActive: '#' + name } });"],
    ['with a computed name', "put(a, { condition: { [name]: '#a = :a' } });"],
  ])('the mutation check reports an error for a condition %s', (_, text) => {
    expect(() => names(text)).toThrow('a condition must be made of named clauses');
  });
});

describe('the guards that the mutation check removes', () => {
  const text = `
    function f(rows) {
      throwIfContended(cancelled);
      if (gone) return;
      if (odd) { throw new Refusal('odd'); }
      if (impossible) throw new Error('impossible');
      if (fine) count += 1;
      return rows.filter((row) => row.open);
    }`;
  const mutants = guardMutants({ file: 'sample.ts', text });

  it('the mutation check removes early returns, filters, and throws other than `new Error`', () => {
    const expected = ['throwIfContended(cancelled);', 'if (gone)', 'if (odd)', '.filter((row) => row.open)'];
    expect(mutants.map(({ what }) => what)).toEqual(expected);
    expect(mutants.map(({ line }) => line)).toEqual([3, 4, 5, 8]);
  });

  it('the mutation check replaces a return or throw with an empty statement', () => {
    expect(mutants.map((mutant) => applied(mutant, text).split('\n')[mutant.line - 1]?.trim())).toEqual([
      ';',
      ';',
      ';',
      'return rows;',
    ]);
  });
});

describe('the condition expressions of `shared/store`', () => {
  it('the mutation check finds the named clauses in the condition expressions of `shared/store`', () => {
    const what = allMutants(ROOT).map((mutant) => mutant.what);
    expect(what).toEqual(
      expect.arrayContaining(['attemptsLeft', 'claimIsOurs', 'isFree', 'notExpired', 'nothingToPurge', 'sameSecret']),
    );
  });

  it('only two files of the service and its tools write condition or filter expressions', () => {
    // The emulator is left out: its implementation of time to live has its own condition, which keeps an item whose
    // expiry was extended.
    const files = globSync('{shared,functions,operator,tooling}/**/*.ts', { cwd: ROOT });
    const spelled = files.filter((file) => /\b(ConditionExpression|FilterExpression)\b/.test(textOf(file)));
    expect(spelled.toSorted()).toEqual(['shared/store/table/expression.ts', 'shared/store/table/transactions.ts']);
  });
});

const textOf = (file: string) => readFileSync(`${ROOT}${file}`, 'utf8');
