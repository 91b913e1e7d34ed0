import * as z from 'zod';
import { newCallId } from '../../shared/domain/ids.ts';
import { parseCommandLine, secretsIn, signingSecret, wholeNumber } from '../command-line.ts';

const id = z.string().regex(/^[!-~]{1,128}$/, { error: 'must be 1 to 128 printable ASCII characters without spaces' });

const flags = z
  .object({
    url: z.string({ error: 'is needed: where your receiver listens' }).refine(isHttp, {
      error: 'must be an http or https address, such as http://127.0.0.1:9100/hook',
    }),
    secret: z.string({ error: 'is needed, or WEBHOOK_SECRET: what your receiver verifies with' }).pipe(signingSecret),
    'call-id': id.default(newCallId),
    'tenant-id': id.default('tn_sample'),
    // Not ASCII alone, so that a receiver that reads bytes in another encoding is found out.
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
  --url URL         where your receiver listens, http or https
  --secret whsec_…  what it verifies with, or the first one in WEBHOOK_SECRET; whsec_ and any pairs of hexadecimal digits
  --call-id ID      whose call it is; a new one unless told
  --tenant-id ID    whose line it is (tn_sample)
  --summary TEXT    what the call was about
  --times 1         send the same call so often, each time signed anew: your receiver should work on it once
  --stale           after a genuine one, sign it ten minutes ago: your receiver should refuse it
  --tampered        after a genuine one, change it after it was signed: your receiver should refuse it`;

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
