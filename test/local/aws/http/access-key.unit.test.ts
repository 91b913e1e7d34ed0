import { describe, expect, it } from '@jest/globals';
import { authorizationHeader, hasAccessKey, newCredentials } from '../../../../local/aws/http/access-key.ts';

const ID = newCredentials().accessKeyId;

describe('the access key of the local service', () => {
  it('the access key of the local service is different at each start', () => {
    const { accessKeyId, secretAccessKey } = newCredentials();
    expect(new Set([ID, accessKeyId, secretAccessKey]).size).toBe(3);
    // DynamoDB Local accepts only letters and digits.
    expect(accessKeyId).toMatch(/^[A-Z0-9]{40}$/);
  });

  it.each([
    [
      'a signed request',
      `AWS4-HMAC-SHA256 Credential=${ID}/20300101/eu-west-1/sqs/aws4_request, SignedHeaders=host, Signature=0`,
    ],
    ['a request without a signature', authorizationHeader(ID)],
  ])('the access key of the local service is recognized in %s', (_, authorization) => {
    expect(hasAccessKey(authorization, ID)).toBe(true);
  });

  it.each([
    ['has no Authorization header', undefined],
    ['names another access key', authorizationHeader('local')],
    ['names only the beginning of the access key', authorizationHeader(ID.slice(0, -1))],
    ['names an access key that begins with the right one', authorizationHeader(`${ID}0`)],
    ['names it as an API key', `Bearer ${ID}`],
  ])('the access key of the local service is not recognized in a request that %s', (_, authorization) => {
    expect(hasAccessKey(authorization, ID)).toBe(false);
  });

  it('a service with an empty access key accepts no request', () => {
    expect([undefined, '', authorizationHeader('')].map((given) => hasAccessKey(given, ''))).toEqual([
      false,
      false,
      false,
    ]);
  });
});
