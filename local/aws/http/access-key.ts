import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { Credentials } from '../../../tooling/local-service.ts';
import { rejectForeignPages } from '../../../tooling/machine/reject-foreign-pages.ts';

const KEY_BYTES = 20;

const randomKey = () => randomBytes(KEY_BYTES).toString('hex').toUpperCase();

/** Makes an access key. Its id is secret too, because the ports check only the id. */
export const newCredentials = (): Credentials => ({ accessKeyId: randomKey(), secretAccessKey: randomKey() });

/**
 * Returns whether the header Authorization contains the access key's id, as in a signed request (AWS Signature
 * Version 4). The signature is not checked, because the id itself is secret.
 */
export function hasAccessKey(authorization: string | undefined, accessKeyId: string): boolean {
  const [, named = ''] = /\bCredential=([^/,\s]+)/.exec(authorization ?? '') ?? [];
  const [given, expected] = [Buffer.from(named), Buffer.from(accessKeyId)];
  return expected.length > 0 && given.length === expected.length && timingSafeEqual(given, expected);
}

/** Returns a header Authorization for requests that no SDK signs. It contains the access key's id and no signature. */
export const authorizationHeader = (accessKeyId: string) => `AWS4-HMAC-SHA256 Credential=${accessKeyId}/`;

const WHY = 'This port needs the access key in the ready file of the service (`credentials`)';

interface Rejection {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The response to a request without the access key. SDKs throw it as an `UnrecognizedClientException`. */
export const REJECTION: Rejection = {
  status: 403,
  headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-errortype': 'UnrecognizedClientException' },
  body: JSON.stringify({ __type: 'UnrecognizedClientException', message: WHY }),
};

/** The response to a request without the access key, in XML. SDKs throw it as an `InvalidClientTokenId`. */
export const XML_REJECTION: Rejection = {
  status: 403,
  headers: { 'content-type': 'text/xml' },
  body: `<ErrorResponse><Error><Type>Sender</Type><Code>InvalidClientTokenId</Code><Message>${WHY}</Message></Error></ErrorResponse>`,
};

/** Passes on only the requests of tools that know the access key. */
export const requireAccessKey = (
  accessKeyId: string,
  listener: RequestListener,
  rejection = REJECTION,
): RequestListener =>
  rejectForeignPages('service', (request, response) => {
    if (hasAccessKey(request.headers.authorization, accessKeyId)) listener(request, response);
    else response.writeHead(rejection.status, { ...rejection.headers, connection: 'close' }).end(rejection.body);
  });
