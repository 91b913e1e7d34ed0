import { join } from 'node:path';
import { NOW_UNIX_SECONDS } from './signed.ts';
import { VECTORS, VECTORS_OF_SEVERAL, type Vector } from './vectors.ts';

export const VECTORS_FILE = join(import.meta.dirname, '../../clients/receiver/vectors.json');

const ABOUT = [
  'Each vector is one request: verify its body and header with its secret, at nowUnixSeconds and with toleranceSeconds.',
  'The body is text, encoded as UTF-8, or bodyBase64 when it is not text. expected is GENUINE or the code of the error;',
  'a verifier that leaves parsing to its caller finds GENUINE where EVENT_UNKNOWN is expected. vectorsOfSeveralSecrets',
  'are for receivers that accept several secrets while they change from one to another: each has a list of secrets.',
].join(' ');

/** The file of test vectors. */
export function vectorsText(): string {
  const file = {
    about: ABOUT,
    toleranceSeconds: 300,
    nowUnixSeconds: NOW_UNIX_SECONDS,
    vectors: VECTORS.map(({ secret, ...vector }) => entry(vector, { secret })),
    vectorsOfSeveralSecrets: VECTORS_OF_SEVERAL.map(({ secrets, ...vector }) => entry(vector, { secrets })),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

function entry({ name, expected, header, body }: Omit<Vector, 'secret'>, verifyWith: object) {
  const written = typeof body === 'string' ? { body } : { bodyBase64: body.toString('base64') };
  return { name, expected, ...verifyWith, header, ...written };
}
