import * as z from 'zod/mini';
import type { Table } from '../table/connect.ts';
import { findItem } from '../table/find-item.ts';
import { keys } from '../table/keys.ts';

const sealed = {
  /** Base64 of what KMS returned; the encryption context names the partner. */
  ciphertext: z.string(),
  /** Last four characters of the secret. */
  hint: z.string(),
};

/** The stored shape of the secret that signs a partner's deliveries. */
const secretInForce = z.object({
  ...sealed,
  /** Date-time of the PUT that put it in force; absent on the secret that the partner was created with. */
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

/** The secret that signs the partner's deliveries, as it is stored. Every partner has one from its creation on. */
export async function secretInForceOf(table: Table, partnerId: string): Promise<z.infer<typeof secretInForce>> {
  const secret = await findItem(table, keys.secret(partnerId), secretInForce);
  if (!secret) throw new Error('A partner has no signing secret');
  return secret;
}

/** The secret that the partner's next PUT puts in force, `undefined` when none waits. */
export const findWaitingSecret = (table: Table, partnerId: string): Promise<WaitingSecret | undefined> =>
  findItem(table, keys.waitingSecret(partnerId), waitingSecret);
