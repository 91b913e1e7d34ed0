import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { keys } from '../../../../shared/store/table/keys.ts';
import { findWebhook, registerWebhook } from '../../../../shared/store/webhooks/webhooks.ts';
import { putItem, removeItem } from '../../../support/functions/deliveries.ts';
import { losingResponses } from '../../../support/table/faulty.ts';
import { roundTrips } from '../../../support/table/round-trips.ts';
import { testTable } from '../../../support/table/table.ts';

const REGISTRATION = { url: 'https://partner.com/', events: ['call.completed'] } as const;

const table = await testTable();

describe('the registration of a webhook', () => {
  let partnerId: string;
  beforeEach(async () => {
    partnerId = `pt_${randomUUID()}`;
    await issue('old');
  });
  const issue = (ciphertext: string) =>
    putItem(table, { ...keys.secret(partnerId), ciphertext, hint: `hint of ${ciphertext}` });
  const register = (decrypt: (partnerId: string, ciphertext: string) => Promise<string>, nowMs = 0) =>
    registerWebhook({ table, decrypt, nowMs: () => nowMs }, partnerId, REGISTRATION);
  const open = async (_partnerId: string, ciphertext: string) => `secret of ${ciphertext}`;

  it("the registration of a webhook decrypts the secret once even if the table's response is lost", async () => {
    let looks = 0;
    const decrypt = async (_partnerId: string, ciphertext: string) => {
      looks += 1;
      return `secret of ${ciphertext}`;
    };
    await registerWebhook({ table: losingResponses(table), decrypt, nowMs: () => 0 }, partnerId, REGISTRATION);
    expect(looks).toBe(1);
    expect(await findWebhook(table, partnerId)).toMatchObject(REGISTRATION);
  });

  it('a webhook is stored without its signing secret', async () => {
    const { signingSecret, ...webhook } = await register(open);
    expect(signingSecret).toBe('secret of old');
    expect(await findWebhook(table, partnerId)).toEqual(webhook);
    expect(webhook.signingSecretHint).toBe('hint of old');
  });

  it('a webhook keeps the creation time of a parallel registration that was written first', async () => {
    let overtaken = false;
    const response = await register(async (...sealed) => {
      if (!overtaken) {
        overtaken = true;
        await register(open, 1_000);
      }
      return open(...sealed);
    }, 2_000);
    expect([response.createdAt, response.updatedAt]).toEqual(['1970-01-01T00:00:01.000Z', '1970-01-01T00:00:02.000Z']);
  });

  it('a PUT returns the newer creation time if the webhook was deleted and registered again during the PUT', async () => {
    await register(open, 1_000);
    let replaced = false;
    const response = await register(async (...sealed) => {
      if (!replaced) {
        replaced = true;
        await removeItem(table, keys.webhook(partnerId));
        await register(open, 2_000);
      }
      return open(...sealed);
    }, 3_000);
    expect(response.createdAt).toBe('1970-01-01T00:00:02.000Z');
  });

  it('a webhook is not stored if its secret cannot be decrypted', async () => {
    await expect(register(() => Promise.reject(new Error('KMS is down')))).rejects.toThrow('KMS is down');
    expect(await findWebhook(table, partnerId)).toBeUndefined();
  });

  it('the registration of a webhook takes three round trips to the table', async () => {
    expect((await roundTrips(table).of(() => register(open))).trips).toBe(3);
  });
});
