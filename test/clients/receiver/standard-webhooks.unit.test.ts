import { describe, expect, it } from '@jest/globals';
import { verifyWithStandardWebhooks } from '../../support/receivers/signature-libraries.ts';
import { NOW_UNIX_SECONDS, STANDARD_VECTORS } from './vectors.ts';

describe('the test vectors of Standard Webhooks', () => {
  it.each(STANDARD_VECTORS)(
    'the Standard Webhooks library needs no conversion of the secret: the test vector $name gives $expected',
    ({ expected, secret, ...request }) => {
      const verify = () => verifyWithStandardWebhooks(request, secret, NOW_UNIX_SECONDS * 1_000);
      if (expected === 'GENUINE') expect(verify()).toEqual(JSON.parse(request.body));
      else expect(verify).toThrow(/^(Missing required headers|No matching signature|Message timestamp too (old|new))/);
    },
  );
});
