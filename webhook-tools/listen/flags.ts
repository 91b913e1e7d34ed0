import * as z from 'zod';
import { parseCommandLine, secretsIn, signingSecrets, wholeNumber } from '../command-line.ts';

const flags = z
  .object({
    port: wholeNumber(0, 65_535).default(9100),
    secret: signingSecrets.optional(),
    status: wholeNumber(200, 599).default(200),
    'delay-ms': wholeNumber(0, 99_999).default(0),
    times: wholeNumber(1, 99_999).optional(),
  })
  .transform(({ port, secret, status, times, 'delay-ms': delayMs }) => ({
    port,
    secret,
    answering: { status, delayMs, times },
  }));
export type ListenFlags = z.infer<typeof flags>;

export const USAGE = `npm run webhook:listen -- [flags]
  --port 9100       where events are received, on 127.0.0.1; 0 takes any free port
  --secret whsec_…  from the response of PUT /v1/webhooks, or WEBHOOK_SECRET; give it twice, or both separated by a comma,
                    to accept the old and the new secret; without any, signatures are not verified
  --status 200      what a genuine event is answered with
  --delay-ms 0      how long the answer takes; the service waits 10000
  --times N         answer so only the first N requests of each call, and later ones with 200 at once`;

const text = { type: 'string' } as const;
const options = {
  port: text,
  secret: { ...text, multiple: true },
  status: text,
  'delay-ms': text,
  times: text,
} as const;

export const parseFlags = (args: readonly string[], environment: NodeJS.ProcessEnv): ListenFlags | undefined =>
  parseCommandLine(args, { script: 'webhook:listen', options, defaults: { secret: secretsIn(environment) } }, flags);
