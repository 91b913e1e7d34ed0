import { randomBytes } from 'node:crypto';

/** Contract, "Authentication" 7: `whsec_` and hex. 32 bytes, as long as the HMAC's digest. */
export const newSigningSecret = () => `whsec_${randomBytes(32).toString('hex')}`;

/** What may be shown of a secret after it was handed over: its last four characters. */
export const hintOf = (signingSecret: string) => signingSecret.slice(-4);
