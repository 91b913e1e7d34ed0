import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createPartner } from '../../../../shared/store/partners/partners.ts';
import type { Table } from '../../../../shared/store/table/connect.ts';
import { keys } from '../../../../shared/store/table/keys.ts';
import { findSecretInForce, findWaitingSecret } from '../../../../shared/store/webhooks/secret-item.ts';
import { rotateSecret } from '../../../../shared/store/webhooks/secret-rotation.ts';
import { findWebhook, registerWebhook } from '../../../../shared/store/webhooks/webhooks.ts';
import { contendedOnce, lateRead, losingResponses, overtaken } from '../../../support/table/faulty.ts';
import { testTable } from '../../../support/table/table.ts';

const nowMs = () => 1_800_000_000_000;
const NOW = '2027-01-15T08:00:00.000Z';

describe('a rotation of the signing secret', () => {
  let table: Table;
  let partnerId: string;
  beforeAll(async () => {
    table = await testTable();
  });
  beforeEach(async () => {
    const issueSecret = async () => sealed('first');
    partnerId = (await createPartner({ table, issueSecret, nowMs }, { name: 'Acme', scopes: [] })).partner.partnerId;
  });

  const sealed = (secret: string) => ({ ciphertext: `sealed ${secret}`, hint: `…${secret}` });
  const rotate = (secret = 'second', on = table) => rotateSecret(on, partnerId, sealed(secret), nowMs());
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
      findSecretInForce(table, partnerId),
      findWaitingSecret(table, partnerId),
    ]);
    return { shown: webhook?.signingSecretHint, inForce, waiting };
  };
  const switched = (secret: string) => ({
    shown: `…${secret}`,
    inForce: { ...sealed(secret), inForceSince: NOW },
    waiting: undefined,
  });

  it('a rotation of the signing secret stores a waiting secret, and changes neither the secret in force nor `signingSecretHint`', async () => {
    await register();
    await rotate();
    expect(await state()).toEqual({
      shown: '…first',
      inForce: sealed('first'),
      waiting: { ...sealed('second'), waitingSince: NOW },
    });
  });

  it('a rotation of the signing secret ends with the next PUT, which returns the waiting secret and puts it in force', async () => {
    await register();
    await rotate();
    expect(await returned()).toBe('second');
    expect(await state()).toEqual(switched('second'));
  });

  it('a rotation of the signing secret ends with one PUT; the next PUT returns the new secret again and changes no secret', async () => {
    await rotate();
    await register();
    expect(await returned()).toBe('second');
    expect(await state()).toEqual(switched('second'));
  });

  it("a rotation of the signing secret before the partner's first PUT ends with that PUT", async () => {
    await rotate();
    expect(await state()).toMatchObject({ shown: undefined, inForce: sealed('first') });
    expect(await returned()).toBe('second');
    expect(await state()).toEqual(switched('second'));
  });

  it('a rotation of the signing secret replaces the waiting secret of an earlier rotation', async () => {
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

  it('a rotation of the signing secret can end even when the secret in force can no longer be decrypted', async () => {
    await register();
    await rotate();
    expect(await returned(table, without('first'))).toBe('second');
    expect(await state()).toEqual(switched('second'));
  });

  it('a rotation of the signing secret does not end with a PUT that cannot decrypt the waiting secret', async () => {
    await register();
    await rotate();
    const before = await state();
    await expect(register(table, without('second'))).rejects.toThrow('KMS does not open it');
    expect(await state()).toEqual(before);
  });

  it('a rotation of the signing secret ends with a PUT even if the rotation began while that PUT was under way', async () => {
    await register();
    expect(await returned(overtaken(table, () => rotate()))).toBe('second');
    expect(await state()).toEqual(switched('second'));
  });

  it('a rotation of the signing secret ends with the newest secret in force when a second rotation happens during the PUT', async () => {
    await register();
    await rotate('second');
    expect(await returned(overtaken(table, () => rotate('third')))).toBe('third');
    expect(await state()).toEqual(switched('third'));
  });

  it('a rotation of the signing secret ends with the same secret for two parallel PUTs, each of which decrypts a secret only once', async () => {
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

  it('a rotation of the signing secret is not undone by a late PUT that would end an earlier rotation', async () => {
    await register();
    await rotate('second');
    const meanwhile = async () => {
      await register();
      await rotate('third');
      await register();
    };
    expect(await returned(overtaken(table, meanwhile))).toBe('third');
    expect(await state()).toEqual(switched('third'));
  });

  it('a rotation of the signing secret is not undone by a PUT that reads the secrets before the rotation and writes after the rotation has ended', async () => {
    await register();
    const meanwhile = async () => {
      await rotate();
      await register();
    };
    expect(await returned(overtaken(table, meanwhile))).toBe('second');
    expect(await state()).toEqual(switched('second'));
  });

  it.each(['secret', 'waitingSecret', 'webhook'] as const)(
    'a rotation of the signing secret that begins and ends during a PUT, before the PUT reads the item %s, is not undone by the PUT',
    async (name) => {
      await register();
      await rotate('second');
      const meanwhile = async () => {
        await register();
        await rotate('third');
        await register();
      };
      expect(await returned(lateRead(table, keys[name](partnerId), meanwhile))).toBe('third');
      expect(await state()).toEqual(switched('third'));
    },
  );

  it.each([
    ['the first PUT', async () => undefined],
    ['a later PUT', () => register()],
  ])(
    "a rotation of the signing secret ends even when the table's response to the write of %s is lost",
    async (_, before) => {
      await before();
      await rotate();
      expect(await returned(losingResponses(table))).toBe('second');
      expect(await state()).toEqual(switched('second'));
      expect(await returned()).toBe('second');
    },
  );

  it('a rotation of the signing secret in parallel with PUTs and other rotations leaves one secret in force, which the next PUT returns and `signingSecretHint` describes', async () => {
    const meeting = await Promise.all([returned(), returned(), rotate('a'), rotate('b'), rotate('c')]);
    const [one, other] = meeting;
    for (const secret of [one, other]) expect(['first', 'a', 'b', 'c']).toContain(secret);
    const last = await returned();
    expect(['a', 'b', 'c']).toContain(last);
    expect(await state()).toEqual(switched(last));
  });
});
