import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Table } from '../../shared/store/connect.ts';
import { keys } from '../../shared/store/keys.ts';
import { createPartner } from '../../shared/store/partners.ts';
import { sealedSecretOf } from '../../shared/store/secret-item.ts';
import { rotateSecret } from '../../shared/store/secret-rotation.ts';
import { findWebhook, registerWebhook } from '../../shared/store/webhooks.ts';
import { contendedOnce, overtaken } from '../support/faulty.ts';
import { testTable } from '../support/table.ts';

const nowMs = () => 1_800_000_000_000;

describe('rotating the signing secret', () => {
  let table: Table;
  let partnerId: string;
  beforeAll(async () => {
    table = await testTable();
  });
  beforeEach(async () => {
    const issueSecret = async () => ({ ciphertext: 'first', hint: '1111' });
    partnerId = (await createPartner({ table, issueSecret, nowMs }, { name: 'Acme', scopes: [] })).partner.partnerId;
  });
  const register = () =>
    registerWebhook({ table, decrypt: async (_, ciphertext) => `clear ${ciphertext}`, nowMs }, partnerId, {
      url: 'https://partner.example/hook',
      events: ['call.completed'],
    });
  const rotate = (on: Table = table) => rotateSecret(on, partnerId, { ciphertext: 'second', hint: '2222' });
  const shownHint = async () => (await findWebhook(table, partnerId))?.signingSecretHint;

  it('replaces the secret of a partner without a webhook', async () => {
    await rotate();
    expect(await sealedSecretOf(table, partnerId)).toEqual({ ciphertext: 'second', hint: '2222' });
    expect(await findWebhook(table, partnerId)).toBeUndefined();
  });

  it('shows the new hint at the webhook from the same moment', async () => {
    await register();
    await rotate();
    expect(await shownHint()).toBe('2222');
  });

  it('shows it as well at a webhook that is registered at that moment', async () => {
    await rotate(overtaken(table, register));
    expect(await shownHint()).toBe('2222');
  });

  it('makes no webhook of a hint alone', async () => {
    await register();
    const Key = keys.webhook(partnerId);
    await rotate(overtaken(table, () => table.db.send(new DeleteCommand({ TableName: table.name, Key }))));
    expect(await findWebhook(table, partnerId)).toBeUndefined();
    expect((await sealedSecretOf(table, partnerId)).hint).toBe('2222');
  });

  it('waits for whoever is writing, and never passes for done before', async () => {
    await rotate(contendedOnce(table));
    expect((await sealedSecretOf(table, partnerId)).hint).toBe('2222');
  });

  it('leaves secret and hint agreeing when it meets others and a registration', async () => {
    const hints = ['2222', '3333', '4444'];
    const rotations = hints.map((hint) => rotateSecret(table, partnerId, { ciphertext: `secret ${hint}`, hint }));
    await Promise.all([register(), ...rotations]);
    expect(await shownHint()).toBe((await sealedSecretOf(table, partnerId)).hint);
  });
});
