import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from '@jest/globals';
import { hashOfKey } from '../../../../shared/domain/partners/api-key.ts';
import { createPartner } from '../../../../shared/store/partners/creation.ts';
import { findPartner } from '../../../../shared/store/partners/partners.ts';
import { keys } from '../../../../shared/store/table/keys.ts';
import { itemAt } from '../../../support/functions/deliveries.ts';
import { contendedOnce, losingResponses, occupied } from '../../../support/table/faulty.ts';
import { testTable } from '../../../support/table/table.ts';

const table = await testTable();

describe('the creation of a partner', () => {
  const create = (quota?: number, seen = table) =>
    createPartner(
      {
        table: seen,
        issueSecret: async () => ({ ciphertext: 'c2VhbGVk', hint: '00ff' }),
        nowMs: () => 1_800_000_000_000,
      },
      { name: 'Acme', scopes: ['tenants', 'calls'], quota },
    );

  it('a new partner gets an API key of the published form', async () => {
    const { apiKey, partner } = await create();
    expect(apiKey).toMatch(/^svc_partner_[0-9a-f]{64}$/);
    expect(partner.keyPrefix).toBe(apiKey.slice(0, 20));
  });

  it('a new partner has a quota only if the caller has set a quota', async () => {
    const { partner } = await create();
    expect(await findPartner(table, partner.partnerId)).toEqual(partner);
    expect(partner).toMatchObject({ state: 'active', lineCount: 0, createdAt: '2027-01-15T08:00:00.000Z' });
    expect(partner).not.toHaveProperty('quota');
    expect((await create(3)).partner.quota).toBe(3);
  });

  it('the item of a new API key has the state of the key, and the id, name, scopes and state of its partner', async () => {
    const { apiKey, partner } = await create();
    const key = keys.apiKey(hashOfKey(apiKey));
    expect(await itemAt(table, key)).toEqual({
      ...key,
      partnerId: partner.partnerId,
      keyPrefix: partner.keyPrefix,
      keyState: 'active',
      partnerName: 'Acme',
      scopes: ['tenants', 'calls'],
      partnerState: 'active',
    });
  });

  it('the table has no more than the first 20 characters of a new API key', async () => {
    const { apiKey } = await create();
    const { Items } = await table.db.send(new ScanCommand({ TableName: table.name }));
    expect(JSON.stringify(Items)).not.toContain(apiKey.slice(20));
  });

  it("a new partner is returned with its API key even if the table's response is lost", async () => {
    const { apiKey, partner } = await create(undefined, losingResponses(table));
    expect((await findPartner(table, partner.partnerId))?.keyHash).toBe(hashOfKey(apiKey));
  });

  it('the creation of a partner is retried after a conflict with another writer', async () => {
    const { partner } = await create(undefined, contendedOnce(table));
    expect(await findPartner(table, partner.partnerId)).toEqual(partner);
  });

  it.each([
    ['id', 0],
    ['entry in the registry', 1],
    ['API key', 2],
    ['secret', 3],
  ])('a new partner is rejected if it would overwrite the %s of another partner', async (_, position) => {
    const census = async () => {
      const { Items = [] } = await table.db.send(new ScanCommand({ TableName: table.name }));
      return [Items.length, Items.filter((item) => item['is'] === 'other').length];
    };
    const [items = 0, others = 0] = await census();
    await expect(create(undefined, occupied(table, position))).rejects.toThrow('exists');
    expect(await census()).toEqual([items + 1, others + 1]);
  });

  it('a look-up of an unknown partner finds nothing', async () => {
    expect(await findPartner(table, 'pt_nobody')).toBeUndefined();
  });
});
