import { basename } from 'node:path';
import { EVENT_HEADERS, STANDARD_HEADERS } from '../../src/service-rules.ts';
import { signWebhook } from '../../src/sign-webhook.ts';
import { escapeForTerminal } from '../escape-for-terminal.ts';
import { type Headers, headerValues } from '../http/headers.ts';
import { type Signing, standardHeaders } from '../http/standard-webhooks.ts';
import type { SavedRequest } from '../saved-request.ts';
import { isExpectedOutcome, outcomeReport } from './report.ts';
import type { SendDeps } from './send-sample.ts';

const SIGNATURE_HEADERS = new Set(
  [EVENT_HEADERS.signature, STANDARD_HEADERS.timestamp, STANDARD_HEADERS.signature].map((name) => name.toLowerCase()),
);
const GENUINE = { stale: false, tampered: false } as const;

interface How {
  readonly url: URL;
  /** The secret for a new signature. Without it, the request keeps the signature that it was saved with. */
  readonly secret: string | undefined;
}

/** Sends saved requests again, one after the other. Returns whether the receiver accepted all of them. */
export async function sendSavedRequests(
  requests: readonly SavedRequest[],
  { url, secret }: How,
  { send, print, nowMs }: SendDeps,
): Promise<boolean> {
  let allWell = true;
  for (const { file, headers, body } of requests) {
    const atMs = nowMs();
    const signed = secret === undefined ? headers : replaceSignatures(headers, body, { secret, now: new Date(atMs) });
    const outcome = await send({ url, headers: signed, body });
    const title = [basename(file), ...headerValues(headers, EVENT_HEADERS.delivery.toLowerCase())]
      .map(escapeForTerminal)
      .join(', ');
    print(outcomeReport({ title, outcome, tookMs: nowMs() - atMs }, GENUINE));
    allWell &&= isExpectedOutcome(outcome, GENUINE);
  }
  return allWell;
}

/** Signs the request again. A request without a `webhook-id` gets only X-Service-Signature. */
function replaceSignatures(headers: Headers, body: Uint8Array, { secret, now }: Signing): Headers {
  const others = Object.entries(headers).filter(([name]) => !SIGNATURE_HEADERS.has(name.toLowerCase()));
  const [id] = headerValues(headers, STANDARD_HEADERS.id);
  return {
    ...Object.fromEntries(others),
    [EVENT_HEADERS.signature]: signWebhook(body, secret, { now }),
    ...(id !== undefined && standardHeaders(id, body, { secret, now })),
  };
}
