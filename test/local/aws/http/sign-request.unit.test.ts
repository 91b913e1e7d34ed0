import { expect, it } from '@jest/globals';
import { signRequest } from '../../../../local/aws/http/sign-request.ts';

const CREDENTIALS = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };

it('the signature of a request matches the example get-vanilla of AWS', () => {
  const request = {
    ...{ method: 'GET', path: '/', headers: { host: 'example.amazonaws.com' }, body: Buffer.alloc(0) },
    scope: 'us-east-1/service',
  };
  expect(signRequest(request, CREDENTIALS, new Date('2015-08-30T12:36:00Z'))).toEqual({
    host: 'example.amazonaws.com',
    'x-amz-date': '20150830T123600Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
  });
});
