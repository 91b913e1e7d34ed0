import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { Credentials } from '../../../tooling/local-service.ts';
import { guarded } from '../../../tooling/machine/browser-guard.ts';

const KEY_BYTES = 20;

const random = () => randomBytes(KEY_BYTES).toString('hex').toUpperCase();

/** Makes an access key. Both parts are secret, because the ports check only the id. */
export const newCredentials = (): Credentials => ({ accessKeyId: random(), secretAccessKey: random() });

/**
 * Returns whether the header Authorization names the access key, as every signed request does (AWS Signature Version
 * 4). The signature itself is not checked: nobody else knows the id, so it is proof enough.
 */
export function namesAccessKey(authorization: string | undefined, accessKeyId: string): boolean {
  const [, named = ''] = /\bCredential=([^/,\s]+)/.exec(authorization ?? '') ?? [];
  const [given, expected] = [Buffer.from(named), Buffer.from(accessKeyId)];
  return expected.length > 0 && given.length === expected.length && timingSafeEqual(given, expected);
}

/** Returns the header Authorization of a request that no SDK sends, and that therefore has no signature. */
export const naming = (accessKeyId: string) => `AWS4-HMAC-SHA256 Credential=${accessKeyId}/`;

/** The headers and the body for a request without the access key. SDKs throw it as an error of this name. */
export const REJECTION = {
  status: 403,
  headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-errortype': 'UnrecognizedClientException' },
  body: JSON.stringify({
    __type: 'UnrecognizedClientException',
    message: 'This port needs the access key in the ready file of the service (`credentials`)',
  }),
} as const;

/** Admits only requests of tools that know the access key. */
export const forKeyHolders = (accessKeyId: string, listener: RequestListener): RequestListener =>
  guarded('service', (request, response) => {
    if (namesAccessKey(request.headers.authorization, accessKeyId)) listener(request, response);
    else response.writeHead(REJECTION.status, { ...REJECTION.headers, connection: 'close' }).end(REJECTION.body);
  });
