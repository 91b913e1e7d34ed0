import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Change } from '../../../operator/audit/entry.ts';
import {
  revokeKey,
  rotateKey,
  setNameAndScopes,
  setPartnerState,
  setQuota,
} from '../../../operator/records/partner-changes.ts';
import { hashOfKey } from '../../../shared/domain/partners/api-key.ts';
import { createPartner, type NewPartner } from '../../../shared/store/partners/creation.ts';
import { keyItemOf } from '../../../shared/store/partners/item.ts';
import { findPartner, listPartners } from '../../../shared/store/partners/partners.ts';
import type { Table } from '../../../shared/store/table/connect.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { itemAt } from '../../support/functions/deliveries.ts';
import { asOperator } from '../../support/table/as-operator.ts';
import { contendedOnce, occupied, overtaken } from '../../support/table/faulty.ts';
import { allItems, type StoredItem, testTable } from '../../support/table/table.ts';

const rename = (by: Change, partnerId: string) => setNameAndScopes(by, partnerId, { name: 'Beta' });
const widen = (by: Change, partnerId: string) => setNameAndScopes(by, partnerId, { scopes: ['tenants', 'calls'] });
const suspend = (by: Change, partnerId: string) => setPartnerState(by, partnerId, 'suspended');
const nowMs = () => 1_800_000_000_000;
const issueSecret = async () => ({ ciphertext: 'first', hint: '1111' });
const ACME: NewPartner = { name: 'Acme', scopes: ['tenants'] };

describe('changes of a partner by an operator', () => {
  let table: Table;
  let partnerId: string;
  let apiKey: string;
  beforeAll(async () => {
    table = await testTable();
  });
  beforeEach(async () => {
    const made = await createPartner({ table, issueSecret, nowMs }, ACME);
    partnerId = made.partner.partnerId;
    apiKey = made.apiKey;
  });

  /** Expects that the API key's item agrees exactly with the partner's item, as it must at every moment. */
  async function expectAgreement() {
    const partner = await findPartner(table, partnerId);
    if (!partner) throw new Error('The partner is gone');
    const key = keys.apiKey(partner.keyHash);
    expect(await itemAt(table, key)).toEqual({ ...key, ...keyItemOf(partner) });
    return partner;
  }

  it("a suspension and an activation of a partner also apply to the API key's item", async () => {
    expect((await setPartnerState(asOperator(table), partnerId, 'suspended')).state).toBe('suspended');
    expect((await expectAgreement()).state).toBe('suspended');
    await setPartnerState(asOperator(table), partnerId, 'active');
    expect((await expectAgreement()).state).toBe('active');
  });

  it('a suspension of a suspended partner succeeds', async () => {
    await setPartnerState(asOperator(table), partnerId, 'suspended');
    expect((await setPartnerState(asOperator(table), partnerId, 'suspended')).state).toBe('suspended');
  });

  it('a rotation deletes the old API key when it creates the new key', async () => {
    const rotated = await rotateKey(asOperator(table), partnerId);
    expect(await itemAt(table, keys.apiKey(hashOfKey(apiKey)))).toBeUndefined();
    expect((await expectAgreement()).keyHash).toBe(hashOfKey(rotated.apiKey));
  });

  it('a partner with a revoked API key has no valid key until a rotation', async () => {
    await revokeKey(asOperator(table), partnerId);
    expect((await expectAgreement()).keyState).toBe('revoked');
    await rotateKey(asOperator(table), partnerId);
    expect((await expectAgreement()).keyState).toBe('active');
  });

  it('the items of a partner and of its API key agree after parallel rotations and a suspension', async () => {
    const rotations = [1, 2, 3].map(() => rotateKey(asOperator(table), partnerId));
    const suspension = setPartnerState(asOperator(table), partnerId, 'suspended');
    const [keysGiven] = await Promise.all([Promise.all(rotations), suspension]);
    const partner = await expectAgreement();
    expect(partner.state).toBe('suspended');
    const alive = await Promise.all(
      keysGiven.map(async (given) => itemAt(table, keys.apiKey(hashOfKey(given.apiKey)))),
    );
    expect(alive.filter(Boolean)).toHaveLength(1);
  });

  it.each([
    ['a suspension is not lifted by a rotation', rotateKey, suspend, { state: 'suspended' }],
    ['a suspension is not lifted by a revocation', revokeKey, suspend, { state: 'suspended', keyState: 'revoked' }],
    ['a revoked key does not become active with a suspension', suspend, revokeKey, { keyState: 'revoked' }],
    ['a replaced key does not become active with a suspension', suspend, rotateKey, { state: 'suspended' }],
    ['a new name is not lost by a rotation', rotateKey, rename, { name: 'Beta' }],
    ['new scopes are not lost by a new name', rename, widen, { name: 'Beta', scopes: ['tenants', 'calls'] }],
    ['only one key remains after two rotations', rotateKey, rotateKey, { keyState: 'active' }],
  ])(
    'a change of a partner is repeated if another change was written first: %s',
    async (_, slower, faster, expected) => {
      const before = await expectAgreement();
      const faulty = overtaken(table, () => faster(asOperator(table), partnerId));
      await slower(asOperator(faulty), partnerId);
      expect(await expectAgreement()).toMatchObject(expected);
      const isItsKey = ({ SK, partnerId: of }: StoredItem) => SK === 'KEY' && of === before.partnerId;
      expect((await allItems(table)).filter(isItsKey)).toHaveLength(1);
    },
  );

  it('a new API key does not overwrite an existing item', async () => {
    const before = await expectAgreement();
    const taken = { ...occupied(table, 1), pacing: { random: () => 0, sleepMs: async () => undefined } };
    await expect(rotateKey(asOperator(taken), partnerId)).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await expectAgreement()).toEqual(before);
  });

  it('a new name and new scopes are stored in the partner and its API key', async () => {
    await setNameAndScopes(asOperator(table), partnerId, { name: 'Beta', scopes: ['calls'] });
    expect(await expectAgreement()).toMatchObject({ name: 'Beta', scopes: ['calls'] });
    expect(await itemAt(table, keys.registryEntry(partnerId))).toMatchObject({ name: 'Beta' });
    await setNameAndScopes(asOperator(table), partnerId, { scopes: ['tenants'] });
    expect(await expectAgreement()).toMatchObject({ name: 'Beta', scopes: ['tenants'] });
  });

  it("a change of a partner's quota changes nothing else", async () => {
    const before = await expectAgreement();
    expect(await setQuota(asOperator(table), partnerId, 0)).toEqual({ ...before, quota: 0 });
    expect(await setQuota(asOperator(table), partnerId, undefined)).toEqual(before);
  });

  it("a change of a partner's quota is retried after a conflict with another write", async () => {
    expect((await setQuota(asOperator(contendedOnce(table)), partnerId, 3)).quota).toBe(3);
  });

  it.each([
    ['suspend', () => setPartnerState(asOperator(table), 'pt_nobody', 'suspended')],
    ['rotate the key of', () => rotateKey(asOperator(table), 'pt_nobody')],
    ['rename', () => rename(asOperator(table), 'pt_nobody')],
    ['set the quota of', () => setQuota(asOperator(table), 'pt_nobody', 3)],
  ])('an attempt to %s an unknown partner creates no partner', async (_, change) => {
    await expect(change()).rejects.toThrow('There is no partner pt_nobody.');
    expect(await findPartner(table, 'pt_nobody')).toBeUndefined();
  });
});

it('the list of partners contains suspended partners and partners with a revoked API key', async () => {
  const table = await testTable();
  const create = async (createdAtMs: number) => {
    const { partner } = await createPartner({ table, issueSecret, nowMs: () => createdAtMs }, ACME);
    return partner.partnerId;
  };
  const [newest, oldest, middle] = [await create(3), await create(1), await create(2)];
  const changed = [
    await suspend(asOperator(table), oldest),
    await revokeKey(asOperator(table), middle),
    await setQuota(asOperator(table), newest, 5),
  ];
  expect(await listPartners(table)).toEqual(changed);
});
