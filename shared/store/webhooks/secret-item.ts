import * as z from 'zod/mini';
import type { Table } from '../table/connect.ts';
import { findItem } from '../table/find-item.ts';
import { keys } from '../table/keys.ts';

const sealed = {
  /** The encrypted secret: KMS's ciphertext in base64. Its encryption context names the partner. */
  ciphertext: z.string(),
  /** The last characters of the secret, which may be shown. `SECRET_HINT` says how many. */
  hint: z.string(),
};

/** The stored shape of the secret that signs a partner's deliveries. */
const secretInForce = z.object({
  ...sealed,
  /** When a PUT put the secret in force. Absent for the secret with which the partner was created. */
  inForceSince: z.optional(z.string()),
});

/** The stored shape of a secret that waits for a PUT of the webhook. */
const waitingSecret = z.object({
  ...sealed,
  waitingSince: z.string(),
});
export type WaitingSecret = z.infer<typeof waitingSecret>;
export type SealedSecret = Pick<WaitingSecret, keyof typeof sealed>;

/**
 * Returns a partner's current signing secret, still encrypted. Throws if there is none, because each partner is created
 * with a secret.
 */
export async function existingSecretInForce(table: Table, partnerId: string): Promise<z.infer<typeof secretInForce>> {
  const secret = await findItem(table, keys.secret(partnerId), secretInForce);
  if (!secret) throw new Error('A partner has no signing secret');
  return secret;
}

export const findWaitingSecret = (table: Table, partnerId: string): Promise<WaitingSecret | undefined> =>
  findItem(table, keys.waitingSecret(partnerId), waitingSecret);
