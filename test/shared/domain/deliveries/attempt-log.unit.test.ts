import { describe, expect, it } from '@jest/globals';
import { hasDelivered, loggedOutcome, loggedText } from '../../../../shared/domain/deliveries/attempt-log.ts';
import { NO_RESPONSES, type Outcome } from '../../../../shared/domain/deliveries/retry-policy.ts';

const responded = (status: number): Outcome => ({ kind: 'response', status });

describe('outcomes in the attempt log', () => {
  it.each([
    [responded(503), 'status 503'],
    [responded(204), 'status 204'],
    ...NO_RESPONSES.map((why): [Outcome, string] => [{ kind: 'noResponse', why }, why]),
  ])('the outcome %j is stored in the attempt log as %s', (outcome, text) => {
    expect([loggedText(outcome), loggedOutcome(text)]).toEqual([text, outcome]);
  });

  it('the attempt log contains `redirect` in place of a 3xx status', () => {
    expect([loggedText(responded(307)), loggedOutcome('redirect')]).toEqual(['redirect', { kind: 'redirect' }]);
  });

  it.each([
    ['interrupted', 'interrupted'],
    ['status 2', 'unknown'],
    ['status 2000', 'unknown'],
    ['a later class', 'unknown'],
  ])('the logged outcome `%s` is read as %s', (text, kind) => {
    expect(loggedOutcome(text)).toEqual({ kind });
  });

  it.each([
    ['status 199', false],
    ['status 200', true],
    ['status 299', true],
    ['redirect', false],
    ['status 2xx', false],
  ])('for the logged outcome `%s`, hasDelivered returns %s', (outcome, isDelivered) => {
    expect(hasDelivered({ outcome })).toBe(isDelivered);
  });
});
