import { describe, expect, it } from '@jest/globals';
import { maskNumber } from '../../shared/domain/phone-mask.ts';

describe('masking of the caller number', () => {
  it.each([
    ['+82 10-1234-5678', '****5678'],
    ['(604) 555-0199', '****0199'],
    ['12345', '****2345'],
    ['1234', '****'],
    ['110', '****'],
    ['anonymous', '****'],
    ['sip:alice@pbx.example', '****'],
    ['+82101234567\uFF18', '****5678'],
  ])('shows of %s only %s', (number, masked) => {
    expect(maskNumber(number)).toBe(masked);
  });
});
