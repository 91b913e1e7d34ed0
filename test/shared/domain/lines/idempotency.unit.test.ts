import { describe, expect, it } from '@jest/globals';
import { bodyHash } from '../../../../shared/domain/lines/idempotency.ts';

describe('the hash of a request body for the Idempotency-Key', () => {
  const body = { name: 'Cafe', agent: { tone: ['kind', 'short'], transfer: null } };

  it('the hash of a request body does not depend on the order of fields', () => {
    expect(bodyHash({ agent: { transfer: null, tone: ['kind', 'short'] }, name: 'Cafe' })).toBe(bodyHash(body));
  });

  it.each([
    ['an unknown field', { ...body, colour: 'red' }],
    ['another order of list items', { ...body, agent: { tone: ['short', 'kind'], transfer: null } }],
    ['a field that is null instead of absent', { ...body, greeting: null }],
    ['a number instead of text', { ...body, name: 1 }],
    ['a field moved into another object', { name: 'Cafe', agent: { tone: ['kind', 'short'] }, transfer: null }],
  ])('the hash of a request body changes with %s', (_what, other) => {
    expect(bodyHash(other)).not.toBe(bodyHash(body));
  });

  it('the number 1 and the text "1" lead to different hashes of a request body', () => {
    expect(bodyHash({ name: 1 })).not.toBe(bodyHash({ name: '1' }));
  });
});
