import * as z from 'zod/mini';
import type { Table } from './connect.ts';
import { findItem } from './find-item.ts';
import { keys } from './keys.ts';

/** The stored shape of a partner's signing secret. */
const sealedSecret = z.object({
  /** Base64 of what KMS answered; the encryption context names the partner. */
  ciphertext: z.string(),
  /** Last four characters of the secret. */
  hint: z.string(),
});
export type SealedSecret = z.infer<typeof sealedSecret>;

/** The partner's signing secret as it lies in the table. Every partner has one from the beginning. */
export async function sealedSecretOf(table: Table, partnerId: string): Promise<SealedSecret> {
  const secret = await findItem(table, keys.secret(partnerId), sealedSecret);
  if (!secret) throw new Error('A partner has no signing secret');
  return secret;
}
