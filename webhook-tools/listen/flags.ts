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
    responseRule: { status, delayMs, times },
  }));
export type ListenFlags = z.infer<typeof flags>;

export const USAGE = `npm run webhook:listen -- [flags]
Receives events on 127.0.0.1, verifies them with the receiver kit and prints them. The values below are the defaults.
  --port 9100       port to listen on; 0 takes any free port
  --secret whsec_…  signing secret from the response of PUT /v1/webhooks; default: the environment variable
                    WEBHOOK_SECRET. To accept an old and a new secret, repeat the flag or separate the secrets
                    with a comma. Without a secret, the tool does not verify signatures
  --status 200      status of the response to an event
  --delay-ms 0      milliseconds to wait before the response; the service times out after 10000 ms
  --times N         use --status and --delay-ms only for the first N requests for each call; respond to later
                    requests with 200 at once`;

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
