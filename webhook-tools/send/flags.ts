import * as z from 'zod';
import { newCallId } from '../../shared/domain/ids.ts';
import { parseCommandLine, secretsIn, signingSecret, wholeNumber } from '../command-line.ts';

const id = z.string().regex(/^[!-~]{1,128}$/, { error: 'must be 1 to 128 printable ASCII characters without spaces' });

const flags = z
  .object({
    url: z.string({ error: 'is required: the URL of your receiver' }).refine(isHttp, {
      error: 'must be an http or https address, such as http://127.0.0.1:9100/hook',
    }),
    secret: z
      .string({
        error: 'is required, unless WEBHOOK_SECRET is set: the secret with which your receiver verifies signatures',
      })
      .pipe(signingSecret),
    'call-id': id.default(newCallId),
    'tenant-id': id.default('tn_sample'),
    // Not only ASCII, to expose a receiver that reads the bytes in a wrong encoding.
    summary: z.string().default('Wants a table for two at eight. 예약 😀'),
    times: wholeNumber(1, 100).default(1),
    stale: z.boolean().default(false),
    tampered: z.boolean().default(false),
  })
  .transform(({ url, 'call-id': callId, 'tenant-id': tenantId, ...rest }) => ({
    ...rest,
    url: new URL(url),
    callId,
    tenantId,
  }));
export type SendFlags = z.infer<typeof flags>;

export const USAGE = `npm run webhook:send -- --url URL --secret whsec_… [flags]
Signs a sample event and sends it to your receiver. The exit code is 0 if the receiver responded as it should; otherwise the exit code is 1.
  --url URL         URL of your receiver, http or https
  --secret whsec_…  secret with which your receiver verifies signatures: whsec_ followed by pairs of hexadecimal digits;
                    default: the first secret in the environment variable WEBHOOK_SECRET
  --call-id ID      callId of the event; default: a new identifier
  --tenant-id ID    tenantId of the event; default: tn_sample
  --summary TEXT    summary of the call
  --times 1         how many times to send the event, each time with a new signature; your receiver should
                    process the event only once
  --stale           send a genuine event, then an event that was signed ten minutes ago; your receiver should
                    reject the second event
  --tampered        send a genuine event, then an event that was changed after it was signed; your receiver
                    should reject the second event`;

const text = { type: 'string' } as const;
const yes = { type: 'boolean' } as const;
const options = {
  url: text,
  secret: text,
  'call-id': text,
  'tenant-id': text,
  summary: text,
  times: text,
  stale: yes,
  tampered: yes,
} as const;

export const parseFlags = (args: readonly string[], environment: NodeJS.ProcessEnv): SendFlags | undefined =>
  parseCommandLine(args, { script: 'webhook:send', options, defaults: { secret: secretsIn(environment)?.[0] } }, flags);

function isHttp(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
