import { randomUUID } from 'node:crypto';
import { REPLAY_WINDOW_MINUTES } from '../../src/service-rules.ts';
import type { Command } from '../command.ts';
import {
  type Environment,
  parseFlags,
  parseHttpUrl,
  parseIdentifier,
  parseWholeNumber,
  requireFlag,
  SECRET_VARIABLE,
  secretToSignWith,
  TEXT,
  TEXTS,
  YES,
} from '../flags.ts';
import { sendOnce } from '../http/exchange.ts';
import { WrongCommandLine } from '../problem.ts';
import { readSavedRequests } from '../saved-request.ts';
import { type Sample, sendSample } from './send-sample.ts';
import { sendSavedRequests } from './send-saved-requests.ts';
import { STALE_MINUTES } from './stale-signature.ts';

const USAGE = `partner-lines-webhooks send --url URL --secret whsec_… [flags]
Signs a sample event and sends it to your receiver, or sends saved requests again. The exit code is 0 if the receiver
responded as it should, and 1 if it did not.
  --url URL             URL of your receiver, http or https
  --secret whsec_…      secret with which your receiver verifies signatures: whsec_ followed by pairs of hexadecimal
                        digits; default: the first secret in the environment variable ${SECRET_VARIABLE}
A sample:
  --call-id ID          callId of the event; default: a new identifier
  --tenant-id ID        tenantId of the event; default: tn_sample
  --summary TEXT        summary of the call
  --times 1             how many times to send the event, each time with a new signature; your receiver should
                        process the event only once
  --stale               send a genuine event, then an event that was signed ${STALE_MINUTES} minutes ago; your receiver should
                        reject the second event
  --tampered            send a genuine event, then an event that was changed after it was signed; your receiver
                        should reject the second event
Requests that partner-lines-webhooks listen --save has saved:
  --from FILE|DIR       send this request, or all requests of this folder in the order of their arrival, with a
                        fresh signature
  --original-signature  leave the signature as it was; no secret is needed. After ${REPLAY_WINDOW_MINUTES} minutes, your receiver should
                        reject it`;

const SAMPLE_OPTIONS = {
  'call-id': TEXT,
  'tenant-id': TEXT,
  summary: TEXT,
  times: TEXT,
  stale: YES,
  tampered: YES,
} as const;
const OPTIONS = { url: TEXT, secret: TEXTS, from: TEXT, 'original-signature': YES, ...SAMPLE_OPTIONS } as const;

interface Saved {
  readonly kind: 'saved';
  readonly url: URL;
  readonly from: string;
  readonly secret: string | undefined;
}

/** The default summary. Its characters outside ASCII expose a receiver that decodes in a wrong encoding. */
const SUMMARY = 'Wants a table for two at eight. 예약 😀';

export function parseSendFlags(
  args: readonly string[],
  environment: Environment,
): ({ kind: 'sample' } & Sample) | Saved {
  const flags = parseFlags(args, OPTIONS);
  const url = parseHttpUrl('url', requireFlag('url', flags.url, 'the URL of your receiver'));
  const isOriginal = flags['original-signature'] ?? false;
  if (flags.from !== undefined) {
    const ofSample = Object.keys(SAMPLE_OPTIONS).find((flag) => Object.hasOwn(flags, flag));
    if (ofSample) throw new WrongCommandLine(`--${ofSample}: cannot be combined with --from`);
    const secret = isOriginal ? undefined : secretToSignWith(flags.secret, environment);
    return { kind: 'saved', url, from: flags.from, secret };
  }
  if (isOriginal) throw new WrongCommandLine('--original-signature: can only be used with --from');
  return {
    kind: 'sample',
    url,
    secret: secretToSignWith(flags.secret, environment),
    callId: parseIdentifier('call-id', flags['call-id'] ?? `call_${randomUUID().replace(/-/g, '')}`),
    tenantId: parseIdentifier('tenant-id', flags['tenant-id'] ?? 'tn_sample'),
    summary: flags.summary ?? SUMMARY,
    times: parseWholeNumber('times', flags.times ?? '1', [1, 100]),
    stale: flags.stale ?? false,
    tampered: flags.tampered ?? false,
  };
}

export const SEND: Command = {
  usage: USAGE,
  async run(args, { environment, print }) {
    const flags = parseSendFlags(args, environment);
    const deps = { send: sendOnce, print, nowMs: Date.now };
    const isAsItShould =
      flags.kind === 'sample'
        ? await sendSample(flags, deps)
        : await sendSavedRequests(await readSavedRequests(flags.from), flags, deps);
    return isAsItShould ? 0 : 1;
  },
};
