import { describe, expect, it } from '@jest/globals';
import { hasDelivered, loggedOutcome, loggedText } from '../../../../shared/domain/deliveries/logged-outcome.ts';
import { NO_RESPONSES, type Outcome } from '../../../../shared/domain/deliveries/retry-policy.ts';

const responded = (status: number): Outcome => ({ kind: 'response', status });

describe('an outcome in the attempt log', () => {
  it.each([
    [responded(503), 'status 503'],
    [responded(204), 'status 204'],
    ...NO_RESPONSES.map((why): [Outcome, string] => [{ kind: 'noResponse', why }, why]),
  ])('an outcome is read from the attempt log unchanged: %j as %s', (outcome, text) => {
    expect([loggedText(outcome), loggedOutcome(text)]).toEqual([text, outcome]);
  });

  it('an outcome in the attempt log is a redirect, whatever its 3xx status was', () => {
    expect([loggedText(responded(307)), loggedOutcome('redirect')]).toEqual(['redirect', { kind: 'redirect' }]);
  });

  it.each([
    ['interrupted', 'interrupted'],
    ['status 2', 'unknown'],
    ['status 2000', 'unknown'],
    ['a later class', 'unknown'],
  ])('the outcome `%s` in the attempt log counts as %s', (text, kind) => {
    expect(loggedOutcome(text)).toEqual({ kind });
  });

  it.each([
    ['status 199', false],
    ['status 200', true],
    ['status 299', true],
    ['redirect', false],
    ['status 2xx', false],
  ])('the outcome `%s` counts as a delivered event: %s', (outcome, isDelivered) => {
    expect(hasDelivered({ outcome })).toBe(isDelivered);
  });
});
