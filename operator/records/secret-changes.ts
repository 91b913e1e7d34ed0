import { issueSigningSecret } from '../../shared/secrets/signing-secrets.ts';
import { createPartner, type NewPartner } from '../../shared/store/partners/creation.ts';
import { storeWaitingSecret } from '../../shared/store/webhooks/secret-writes.ts';
import { auditEntryWrite, type Change, partnerSubject } from '../audit/entry.ts';
import type { StackOutputs, Target } from '../target.ts';
import { existingPartner, rejectDeletedPartner } from './partner-changes.ts';

/** A change that needs a new signing secret, encrypted by KMS. */
interface SecretChange extends Change, Pick<Target, 'kms'> {
  readonly outputs: Pick<StackOutputs, 'KeyArn'>;
}

const issueSecretOf = ({ kms, outputs }: SecretChange) => issueSigningSecret(kms, outputs.KeyArn);

/** Creates a partner. Returns the API key, which the table does not store in clear text. */
export async function addPartner(by: SecretChange, about: NewPartner) {
  const { table, nowMs } = by;
  const entry = (partnerId: string) => auditEntryWrite(by, partnerSubject(partnerId));
  return createPartner({ table, nowMs, issueSecret: issueSecretOf(by), entry }, about);
}

/** Stores a waiting secret. Throws a Problem if there is no such partner, or if its deletion has begun. */
export async function addWaitingSecret(by: SecretChange, partnerId: string) {
  await existingPartner(by.table, partnerId);
  await rejectDeletedPartner(by.table, partnerId);
  const entry = await auditEntryWrite(by, partnerSubject(partnerId));
  const secret = await issueSecretOf(by)(partnerId);
  return storeWaitingSecret(by.table, partnerId, secret, by.nowMs(), entry);
}
