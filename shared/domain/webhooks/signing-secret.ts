import { randomBytes } from 'node:crypto';

/** Makes a new secret: `whsec_` and hex (contract, "Authentication" 7). It has 32 bytes, like the HMAC's digest. */
export const newSigningSecret = () => `whsec_${randomBytes(32).toString('hex')}`;

/** Returns what may be shown of a secret later: its last four characters. */
export const hintOf = (signingSecret: string) => signingSecret.slice(-4);
