import * as z from 'zod/mini';
import type { Table } from '../table/connect.ts';
import { findItem } from '../table/find-item.ts';
import { keys } from '../table/keys.ts';

const sealed = {
  /** Base64 of KMS's ciphertext. Its encryption context names the partner. */
  ciphertext: z.string(),
  /** Last four characters of the secret. */
  hint: z.string(),
};

/** The stored shape of the secret that signs a partner's deliveries. */
const secretInForce = z.object({
  ...sealed,
  /** Date-time of the PUT that put it in force; absent for the secret with which the partner was created. */
  inForceSince: z.optional(z.string()),
});

/** The stored shape of a secret that signs nothing before the partner's next PUT. */
const waitingSecret = z.object({
  ...sealed,
  /** Date-time of the rotation. */
  waitingSince: z.string(),
});
export type WaitingSecret = z.infer<typeof waitingSecret>;
export type SealedSecret = Pick<WaitingSecret, keyof typeof sealed>;

/**
 * Returns the secret that signs the partner's deliveries, still encrypted. Throws if there is none, because every
 * partner is created with one.
 */
export async function secretInForceOf(table: Table, partnerId: string): Promise<z.infer<typeof secretInForce>> {
  const secret = await findItem(table, keys.secret(partnerId), secretInForce);
  if (!secret) throw new Error('A partner has no signing secret');
  return secret;
}

/** Reads the secret that the partner's next PUT puts in force; `undefined` when none is waiting. */
export const findWaitingSecret = (table: Table, partnerId: string): Promise<WaitingSecret | undefined> =>
  findItem(table, keys.waitingSecret(partnerId), waitingSecret);
