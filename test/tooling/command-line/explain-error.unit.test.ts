import { describe, expect, it } from '@jest/globals';
import { errorSentence } from '../../../tooling/command-line/explain-error.ts';
import { Problem } from '../../../tooling/command-line/problem.ts';
import { HOSTILE, steeringIn } from '../../support/hostile/hostile-text.ts';

const FAILING = 'The sample cannot be sent';

describe('the sentence that explains why a program failed', () => {
  it('the explanation of an error names the failed task and the reason', () => {
    const rejected = Object.assign(new Error('connect EACCES 127.0.0.1:80'), { code: 'EACCES' });
    expect(errorSentence(rejected, FAILING)).toBe('The sample cannot be sent: connect EACCES 127.0.0.1:80.');
    expect(errorSentence(Object.assign(new Error(), { code: 'EACCES' }), FAILING)).toBe(
      'The sample cannot be sent: EACCES.',
    );
  });

  it('the explanation of a Problem is the message of the Problem', () => {
    expect(errorSentence(new Problem('Name the stage.'), FAILING)).toBe('Name the stage.');
  });

  it('the explanation of an error escapes the control characters that the error contains', () => {
    const errors = [
      new Problem(HOSTILE),
      new Error(HOSTILE),
      Object.assign(new Error(HOSTILE), { code: 'E' }),
      HOSTILE,
    ];
    expect(errors.flatMap((error) => steeringIn(errorSentence(error, FAILING)))).toEqual([]);
  });

  it('the explanation of an unexpected error contains the stack trace', () => {
    const fault = new TypeError('x is not a function');
    expect(errorSentence(fault, FAILING)).toContain(fault.stack);
  });
});
