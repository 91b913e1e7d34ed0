export { type WebhookErrorCode, WebhookVerificationError } from './errors.ts';
export type { CallCompletedEvent, UnknownEvent, WebhookEvent } from './event.ts';
export type { RawBody } from './raw-body.ts';
export type { SigningSecret } from './secret.ts';
export { signWebhook } from './sign-webhook.ts';
export type { HeaderValue } from './signature.ts';
export { type VerifyOptions, verifyWebhook } from './verify-webhook.ts';
