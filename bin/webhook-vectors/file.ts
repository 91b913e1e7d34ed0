import { join } from 'node:path';
import { NOW_UNIX_SECONDS } from './signed.ts';
import { VECTORS, type Vector } from './vectors.ts';

export const VECTORS_FILE = join(import.meta.dirname, '../../clients/receiver/vectors.json');

const ABOUT = [
  'Each vector is one request: verify its body and header with its secret, at nowUnixSeconds and with toleranceSeconds.',
  'The body is text, to be taken as UTF-8, or bodyBase64 where it is no text. expected is GENUINE or the code of the',
  'error; a verifier that leaves parsing to its caller finds GENUINE where EVENT_UNKNOWN is expected.',
].join(' ');

/** The file of test vectors. */
export const vectorsText = () =>
  `${JSON.stringify({ about: ABOUT, toleranceSeconds: 300, nowUnixSeconds: NOW_UNIX_SECONDS, vectors: VECTORS.map(entry) }, null, 2)}\n`;

function entry({ name, expected, secret, header, body }: Vector) {
  const written = typeof body === 'string' ? { body } : { bodyBase64: body.toString('base64') };
  return { name, expected, secret, header, ...written };
}
