import { REPLAY_WINDOW_MINUTES } from '../../shared/domain/webhooks/signature.ts';
import { MULTI_SECRET_VECTORS } from './multi-secret-vectors.ts';
import { NOW_UNIX_SECONDS } from './signature-headers.ts';
import { STANDARD_VECTORS } from './standard-webhooks.ts';
import { VECTORS, type Vector } from './vectors.ts';

const ABOUT = [
  'Each vector is one request. Verify its body and header with its secret, at the time nowUnixSeconds and with',
  'toleranceSeconds. body is text to encode as UTF-8; a body that is not text is in bodyBase64 instead. expected is',
  'GENUINE or the code of the error. A request is also GENUINE if its event is one that you do not know: respond with',
  '2xx, and ignore it. Where expected is EVENT_MALFORMED, a verifier that does not parse the event returns GENUINE. The',
  'entries of vectorsOfSeveralSecrets have a list of secrets. Use these entries for a receiver that accepts an old and',
  'a new secret during a rotation. vectorsOfStandardWebhooks are for a receiver that verifies the headers webhook-id,',
  'webhook-timestamp and webhook-signature instead: verify body and headers, and expect GENUINE or REJECTED.',
].join(' ');

export function vectorsText(): string {
  const file = {
    about: ABOUT,
    toleranceSeconds: REPLAY_WINDOW_MINUTES * 60,
    nowUnixSeconds: NOW_UNIX_SECONDS,
    vectors: VECTORS.map(({ secret, ...vector }) => vectorEntry(vector, { secret })),
    vectorsOfSeveralSecrets: MULTI_SECRET_VECTORS.map(({ secrets, ...vector }) => vectorEntry(vector, { secrets })),
    vectorsOfStandardWebhooks: STANDARD_VECTORS,
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

function vectorEntry({ name, expected, header, body }: Omit<Vector, 'secret'>, verifyWith: object) {
  const written = typeof body === 'string' ? { body } : { bodyBase64: body.toString('base64') };
  return { name, expected, ...verifyWith, header, ...written };
}
