import { beforeEach, describe, expect, it } from '@jest/globals';
import { createPartner } from '../../../../shared/store/partners/creation.ts';
import { keys } from '../../../../shared/store/table/keys.ts';
import { existingSecretInForce, findWaitingSecret } from '../../../../shared/store/webhooks/secret-item.ts';
import { storeWaitingSecret } from '../../../../shared/store/webhooks/secret-writes.ts';
import { findWebhook, registerWebhook } from '../../../../shared/store/webhooks/webhooks.ts';
import { contendedOnce, lateRead, losingResponses, overtaken } from '../../../support/table/faulty.ts';
import { testTable } from '../../../support/table/table.ts';

const nowMs = () => 1_800_000_000_000;
const NOW = '2027-01-15T08:00:00.000Z';

const table = await testTable();

describe('a rotation of the signing secret', () => {
  let partnerId: string;
  beforeEach(async () => {
    const issueSecret = async () => sealed('first');
    partnerId = (await createPartner({ table, issueSecret, nowMs }, { name: 'Acme', scopes: [] })).partner.partnerId;
  });

  const sealed = (secret: string) => ({ ciphertext: `sealed ${secret}`, hint: `…${secret}` });
  const rotate = (secret = 'second', on = table) => storeWaitingSecret(on, partnerId, sealed(secret), nowMs());
  const opened = async (_partnerId: string, ciphertext: string) => ciphertext.replace('sealed ', '');
  const register = (on = table, decrypt = opened) =>
    registerWebhook({ table: on, decrypt, nowMs }, partnerId, {
      url: 'https://partner.example/hook',
      events: ['call.completed'],
    });
  const returned = async (on = table, decrypt = opened) => (await register(on, decrypt)).signingSecret;
  const without = (lost: string) => (_partnerId: string, ciphertext: string) =>
    ciphertext.endsWith(lost) ? Promise.reject(new Error('KMS does not open it')) : opened(_partnerId, ciphertext);
  const state = async () => {
    const [webhook, inForce, waiting] = await Promise.all([
      findWebhook(table, partnerId),
      existingSecretInForce(table, partnerId),
      findWaitingSecret(table, partnerId),
    ]);
    return { shown: webhook?.signingSecretHint, inForce, waiting };
  };
  const switched = (secret: string) => ({
    shown: `…${secret}`,
    inForce: { ...sealed(secret), inForceSince: NOW },
    waiting: undefined,
  });

  it('a rotation does not change the secret in force', async () => {
    await register();
    await rotate();
    expect(await state()).toEqual({
      shown: '…first',
      inForce: sealed('first'),
      waiting: { ...sealed('second'), waitingSince: NOW },
    });
  });

  it('the next PUT of the webhook puts the waiting secret in force', async () => {
    await register();
    await rotate();
    expect(await returned()).toBe('second');
    expect(await state()).toEqual(switched('second'));
  });

  it('the second PUT of the webhook after a rotation returns the new secret again', async () => {
    await rotate();
    await register();
    expect(await returned()).toBe('second');
    expect(await state()).toEqual(switched('second'));
  });

  it('the first PUT of the webhook ends a rotation that began before this PUT', async () => {
    await rotate();
    expect(await state()).toMatchObject({ shown: undefined, inForce: sealed('first') });
    expect(await returned()).toBe('second');
    expect(await state()).toEqual(switched('second'));
  });

  it('a second rotation replaces the waiting secret of the first rotation', async () => {
    await register();
    await rotate('second');
    await rotate('third');
    expect(await returned()).toBe('third');
    expect(await state()).toEqual(switched('third'));
  });

  it('a rotation of the signing secret is retried after a conflict with another writer', async () => {
    await rotate('second', contendedOnce(table));
    expect((await state()).waiting).toMatchObject(sealed('second'));
  });

  it('a PUT of the webhook can end a rotation even if the old secret can no longer be decrypted', async () => {
    await register();
    await rotate();
    expect(await returned(table, without('first'))).toBe('second');
    expect(await state()).toEqual(switched('second'));
  });

  it('a PUT of the webhook does not end a rotation if the waiting secret cannot be decrypted', async () => {
    await register();
    await rotate();
    const before = await state();
    await expect(register(table, without('second'))).rejects.toThrow('KMS does not open it');
    expect(await state()).toEqual(before);
  });

  it('a PUT of the webhook also ends a rotation that began during the PUT', async () => {
    await register();
    expect(await returned(overtaken(table, () => rotate()))).toBe('second');
    expect(await state()).toEqual(switched('second'));
  });

  it('a PUT of the webhook puts the newest secret in force if a second rotation happens during the PUT', async () => {
    await register();
    await rotate('second');
    expect(await returned(overtaken(table, () => rotate('third')))).toBe('third');
    expect(await state()).toEqual(switched('third'));
  });

  it('two parallel PUTs of the webhook return the same new secret', async () => {
    await register();
    await rotate();
    let looks = 0;
    const counted: typeof opened = (...sealedSecret) => {
      looks += 1;
      return opened(...sealedSecret);
    };
    const both: string[] = [];
    const meanwhile = async () => both.push(await returned(table, counted));
    both.push(await returned(overtaken(table, meanwhile), counted));
    expect([both, looks]).toEqual([['second', 'second'], 2]);
    expect(await state()).toEqual(switched('second'));
  });

  /** Completes the running rotation to the second secret, and a whole rotation to the third secret. */
  async function completeTwoRotations() {
    await register();
    await rotate('third');
    await register();
  }

  it('a PUT of the webhook does not undo two rotations that end between its read and its write', async () => {
    await register();
    await rotate('second');
    expect(await returned(overtaken(table, completeTwoRotations))).toBe('third');
    expect(await state()).toEqual(switched('third'));
  });

  it('a PUT of the webhook does not undo a rotation that begins and ends between the read and the write of the PUT', async () => {
    await register();
    const meanwhile = async () => {
      await rotate();
      await register();
    };
    expect(await returned(overtaken(table, meanwhile))).toBe('second');
    expect(await state()).toEqual(switched('second'));
  });

  it.each(['secret', 'waitingSecret', 'webhook'] as const)(
    'a PUT of the webhook does not undo two rotations that end just before it reads the item %s',
    async (name) => {
      await register();
      await rotate('second');
      expect(await returned(lateRead(table, keys[name](partnerId), completeTwoRotations))).toBe('third');
      expect(await state()).toEqual(switched('third'));
    },
  );

  it.each([
    ['the first PUT', async () => undefined],
    ['a later PUT', () => register()],
  ])("a rotation ends even if the table's response to the write of %s is lost", async (_, before) => {
    await before();
    await rotate();
    expect(await returned(losingResponses(table))).toBe('second');
    expect(await state()).toEqual(switched('second'));
    expect(await returned()).toBe('second');
  });

  it('the PUT of the webhook after parallel PUTs and rotations returns the secret in force', async () => {
    const meeting = await Promise.all([returned(), returned(), rotate('a'), rotate('b'), rotate('c')]);
    const [one, other] = meeting;
    for (const secret of [one, other]) expect(['first', 'a', 'b', 'c']).toContain(secret);
    const last = await returned();
    expect(['a', 'b', 'c']).toContain(last);
    expect(await state()).toEqual(switched(last));
  });
});
