import { createHash, createHmac } from 'node:crypto';
import type { Credentials } from '../../../tooling/local-service.ts';

export interface SigningCredentials extends Credentials {
  readonly sessionToken?: string | undefined;
}

interface Unsigned {
  readonly method: string;
  /** The path and query, as they are sent. */
  readonly path: string;
  /** The headers by name, in lower case. `host` must be among them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /**
   * Region and service of the request, such as `eu-west-1/sqs`. They come from the credential scope of the client's own
   * signature.
   */
  readonly scope: string;
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

/**
 * Returns the headers with a signature (AWS Signature Version 4). The signature covers the headers that AWS requires:
 * the host, the type of the body, and those that begin with `x-amz-`.
 */
export function signRequest(
  { method, path, headers, body, scope }: Unsigned,
  { accessKeyId, secretAccessKey, sessionToken }: SigningCredentials,
  now: Date,
): Record<string, string> {
  const time = now.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  const bodyHash = sha256(body);
  const all: Record<string, string> = {
    ...headers,
    'x-amz-date': time,
    ...(sessionToken === undefined ? {} : { 'x-amz-security-token': sessionToken }),
  };
  const names = Object.keys(all)
    .filter((name) => /^(host|content-type|x-amz-.+)$/.test(name))
    .toSorted();
  const lines = names.map((name) => `${name}:${all[name]?.trim()}\n`);
  const [pathname = '/', query = ''] = path.split('?');
  const canonical = [
    ...[method, pathname.split('/').map(encodeURIComponent).join('/'), query.split('&').toSorted().join('&')],
    ...[lines.join(''), names.join(';'), bodyHash],
  ].join('\n');
  const credentialScope = `${time.slice(0, 8)}/${scope}/aws4_request`;
  const key = credentialScope.split('/').reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  const toSign = ['AWS4-HMAC-SHA256', time, credentialScope, sha256(canonical)].join('\n');
  const signature = hmac(key, toSign).toString('hex');
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${credentialScope}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
  return { ...all, authorization };
}
