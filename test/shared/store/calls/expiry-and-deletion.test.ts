import { describe, expect, it } from '@jest/globals';
import { deleteCall } from '../../../../operator/deletion/calls.ts';
import { setExpiry } from '../../../../shared/store/calls/expiry.ts';
import { callExpiryWrite } from '../../../../shared/store/deliveries/row-writes.ts';
import { keys } from '../../../../shared/store/table/keys.ts';
import { transact } from '../../../../shared/store/table/transactions.ts';
import {
  aCall,
  callRecorderOn,
  changeItem,
  deliveryRow,
  itemAt,
  recorded,
  removeItem,
  START_MS,
} from '../../../support/functions/deliveries.ts';
import { asOperator } from '../../../support/table/as-operator.ts';
import { contendedOnce, overtaken } from '../../../support/table/faulty.ts';
import { testTable } from '../../../support/table/table.ts';

const table = await testTable();

describe('the deletion of a call', () => {
  it('the deletion of a call is retried after a conflict with another writer', async () => {
    const call = aCall();
    await recorded(table, call);
    await deleteCall(asOperator(contendedOnce(table)), call.tenantId, call.callId);
    expect(await itemAt(table, keys.call(call.tenantId, call.storedAtMs, call.callId))).toBeUndefined();
    expect(await deliveryRow(table, call.callId)).toMatchObject({ status: 'skipped', skipReason: 'deleted' });
  });

  it('the deletion of a call creates no delivery row if the row disappears before the write', async () => {
    const { tenantId, callId } = await recorded(table, aCall());
    const Key = keys.delivery(callId);
    const faulty = overtaken(table, () => removeItem(table, Key));
    await expect(deleteCall(asOperator(faulty), tenantId, callId)).rejects.toThrow('has no call');
    expect(await itemAt(table, Key)).toBeUndefined();
  });
});

it.each([
  ['the call', 1],
  ['the delivery', 0],
])('a new call is stored by a retry after a conflict with another writer of %s', async (_, position) => {
  const call = aCall();
  const callRecorder = callRecorderOn(contendedOnce(table, (n) => n === position));
  expect(await callRecorder.store(call, () => call.storedAtMs)).toMatchObject({ alreadyStored: false });
  expect(await deliveryRow(table, call.callId)).toMatchObject({ status: 'pending' });
});

const EXPIRY = START_MS / 1_000 + 86_400;

describe("a change of a call's expiry", () => {
  const stored = async () => {
    const call = aCall();
    const Key = keys.call(call.tenantId, call.storedAtMs, call.callId);
    return { call, Key, row: await recorded(table, call) };
  };

  it('the expiry of a call is not changed if the call was deleted after its delivery was read', async () => {
    const { call, Key, row } = await stored();
    await deleteCall(asOperator(table), call.tenantId, call.callId);
    expect(await setExpiry(table, row, EXPIRY)).toBe(false);
    expect(await itemAt(table, Key)).toBeUndefined();
    expect(await deliveryRow(table, call.callId)).not.toHaveProperty('callExpiresAtUnixSeconds');
  });

  it('the expiry of a call is not changed if the call got an earlier expiry meanwhile', async () => {
    const { Key, row } = await stored();
    await changeItem(table, Key, { expiresAtUnixSeconds: EXPIRY - 1 });
    expect(await setExpiry(table, row, EXPIRY)).toBe(false);
    expect(await itemAt(table, Key)).toMatchObject({ expiresAtUnixSeconds: EXPIRY - 1 });
  });

  it('the expiry in a delivery cannot become later', async () => {
    const { row } = await stored();
    await changeItem(table, keys.delivery(row.callId), { callExpiresAtUnixSeconds: EXPIRY - 1 });
    await transact(table, { delivery: callExpiryWrite(row, EXPIRY) });
    expect(await deliveryRow(table, row.callId)).toMatchObject({ callExpiresAtUnixSeconds: EXPIRY - 1 });
  });

  it("a change of a call's expiry is retried after a conflict with another writer", async () => {
    const { Key, row } = await stored();
    expect(await setExpiry(contendedOnce(table), row, EXPIRY)).toBe(true);
    expect(await itemAt(table, Key)).toMatchObject({ expiresAtUnixSeconds: EXPIRY });
  });
});
