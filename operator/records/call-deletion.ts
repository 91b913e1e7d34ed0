import { deleteCall as deleteStored } from '../../shared/store/calls/deletion.ts';
import { Problem } from '../../tooling/command-line/problem.ts';
import { auditEntryOf, type Change } from '../audit/entry.ts';
import { findDelivery } from './delivery-queries.ts';

/** Throws a Problem if the line has no such call. */
export async function deleteCall(by: Change, tenantId: string, callId: string): Promise<void> {
  const row = await findDelivery(by.table, callId);
  const isDeleted =
    row?.tenantId === tenantId &&
    (await deleteStored(by.table, row, await auditEntryOf(by, { target: `call ${callId}`, partnerId: row.partnerId })));
  if (!isDeleted) throw new Problem(`Line ${tenantId} has no call ${callId}.`);
}
