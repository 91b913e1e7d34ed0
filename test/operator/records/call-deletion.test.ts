import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { deleteCall } from '../../../operator/records/call-deletion.ts';
import type { Table } from '../../../shared/store/table/connect.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { aCall, deliveryRow, itemAt, recorded, recordingsOn } from '../../support/functions/deliveries.ts';
import { asOperator } from '../../support/table/as-operator.ts';
import { contendedOnce, overtaken } from '../../support/table/faulty.ts';
import { testTable } from '../../support/table/table.ts';

let table: Table;
beforeAll(async () => {
  table = await testTable();
});

describe('deleting a call', () => {
  it('is retried after a conflict with another writer before it reports success', async () => {
    const call = aCall();
    await recorded(table, call);
    await deleteCall(asOperator(contendedOnce(table)), call.tenantId, call.callId);
    expect(await itemAt(table, keys.call(call.tenantId, call.storedAtMs, call.callId))).toBeUndefined();
    expect(await deliveryRow(table, call.callId)).toMatchObject({ status: 'skipped', skipReason: 'deleted' });
  });

  it('fails, and creates no delivery row, when the row disappears before the write', async () => {
    const { tenantId, callId } = await recorded(table, aCall());
    const Key = keys.delivery(callId);
    const faulty = overtaken(table, () => table.db.send(new DeleteCommand({ TableName: table.name, Key })));
    await expect(deleteCall(asOperator(faulty), tenantId, callId)).rejects.toThrow('has no call');
    expect(await itemAt(table, Key)).toBeUndefined();
  });
});

describe('recording a call', () => {
  it.each([
    ['the call', 1],
    ['the delivery', 0],
  ])('is retried after a conflict with another writer of %s', async (_, position) => {
    const call = aCall();
    const recordings = recordingsOn(contendedOnce(table, (n) => n === position));
    expect(await recordings.store(call, () => call.storedAtMs)).toMatchObject({ alreadyStored: false });
    expect(await deliveryRow(table, call.callId)).toMatchObject({ status: 'pending' });
  });
});
