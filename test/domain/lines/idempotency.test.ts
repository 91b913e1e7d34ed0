import { describe, expect, it } from '@jest/globals';
import { bodyHash } from '../../../shared/domain/lines/idempotency.ts';

describe('what counts as the same body', () => {
  const body = { name: 'Cafe', agent: { tone: ['kind', 'short'], transfer: null } };

  it('does not depend on the order of fields, at any depth', () => {
    expect(bodyHash({ agent: { transfer: null, tone: ['kind', 'short'] }, name: 'Cafe' })).toBe(bodyHash(body));
  });

  it.each([
    ['an unknown field', { ...body, colour: 'red' }],
    ['another order in a list', { ...body, agent: { tone: ['short', 'kind'], transfer: null } }],
    ['a field that is null instead of absent', { ...body, greeting: null }],
    ['text instead of a number', { ...body, name: 1 }],
    ['a field moved into another object', { name: 'Cafe', agent: { tone: ['kind', 'short'] }, transfer: null }],
  ])('changes with %s', (_what, other) => {
    expect(bodyHash(other)).not.toBe(bodyHash(body));
  });

  it('keeps 1 and "1" apart', () => {
    expect(bodyHash({ name: 1 })).not.toBe(bodyHash({ name: '1' }));
  });
});
