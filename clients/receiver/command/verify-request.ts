import { parseEvent } from '../src/event.ts';
import { type SigningSecret, verifyWebhook, type WebhookEvent, WebhookVerificationError } from '../src/index.ts';
import { parseSignature } from '../src/signature.ts';

export type CheckedRequest =
  | {
      readonly kind: 'event';
      readonly event: WebhookEvent;
      /** The age of the signature. Undefined if no secret was given. */
      readonly signedSecondsAgo: number | undefined;
    }
  | { readonly kind: 'rejected'; readonly rejection: WebhookVerificationError };

/** Verifies a request as a partner's receiver does. Without a secret, only parses the body. */
export function verifyRequest(
  { header, body }: { readonly header: string | string[] | undefined; readonly body: Uint8Array },
  secret: SigningSecret | undefined,
  nowMs: number,
): CheckedRequest {
  try {
    if (secret === undefined) return { kind: 'event', event: parseEvent(body), signedSecondsAgo: undefined };
    const event = verifyWebhook(body, header, secret, { now: new Date(nowMs) });
    const signedSecondsAgo = Math.floor(nowMs / 1000) - Number(parseSignature(header).t);
    return { kind: 'event', event, signedSecondsAgo };
  } catch (error) {
    if (error instanceof WebhookVerificationError) return { kind: 'rejected', rejection: error };
    throw error;
  }
}
