import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Post } from '../../../shared/delivery/sending/sender.ts';
import { issueSigningSecret, signingKeyCache, signingSecrets } from '../../../shared/secrets/signing-secrets.ts';
import { deliveryContexts } from '../../../shared/store/deliveries/delivery-contexts.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { storeWaitingSecret } from '../../../shared/store/webhooks/secret-writes.ts';
import { registerWebhook } from '../../../shared/store/webhooks/webhooks.ts';
import { fakeKms } from '../../support/aws/fake-kms.ts';
import { aCall, changeItem, deliveryRow, putItem, recorded, START_MS } from '../../support/functions/deliveries.ts';
import { deliveryWorld } from '../../support/functions/delivery-world.ts';
import { silent } from '../../support/functions/telemetry.ts';
import { isWhollySignedWith } from '../../support/receivers/signature.ts';
import { testTable } from '../../support/table/table.ts';

const nowMs = () => START_MS;

const table = await testTable();

describe('deliveries during a rotation of the signing secret', () => {
  let partnerId: string;
  const { kms } = fakeKms();
  // All deliveries share these caches, as in a function that stays warm during the whole rotation.
  const { decrypt } = signingSecrets({ ...silent, kms, nowMs });
  const signingKey = signingKeyCache(decrypt);
  beforeEach(async () => {
    ({ partnerId } = aCall());
    await putItem(table, { ...keys.partner(partnerId), partnerId, name: 'Acme', state: 'active' });
    await putItem(table, { ...keys.secret(partnerId), ...(await issued()) });
  });
  const issued = () => issueSigningSecret(kms, 'key')(partnerId);
  const rotate = async () => storeWaitingSecret(table, partnerId, await issued(), START_MS);
  const secretOfPut = async () => {
    const webhook = { url: 'https://p.example/hook', events: ['call.completed'] } as const;
    return (await registerWebhook({ table, decrypt, nowMs }, partnerId, webhook)).signingSecret;
  };
  const delivered = async (world = deliveryWorld(table, { signingKey })) => {
    await world.wake(await recorded(table, aCall({ partnerId })));
    return world.posts.at(-1);
  };

  it('events are signed with the old secret until a PUT has returned the new secret', async () => {
    const old = await secretOfPut();
    expect(isSigned(await delivered(), old)).toBe(true);
    await rotate();
    expect(isSigned(await delivered(), old)).toBe(true);
    const next = await secretOfPut();
    expect(next).not.toBe(old);
    expect(isSigned(await delivered(), next)).toBe(true);
  });

  it('an event is signed with the old secret if that secret was read before the PUT that ends the rotation', async () => {
    const old = await secretOfPut();
    await rotate();
    const findContext = deliveryContexts(table);
    const world = deliveryWorld(table, {
      signingKey,
      findContext: async (wakeUp) => {
        const context = await findContext(wakeUp);
        await secretOfPut();
        return context;
      },
    });
    expect(isSigned(await delivered(world), old)).toBe(true);
  });

  it("an event waits without an attempt while the partner's secret cannot be decrypted", async () => {
    await secretOfPut();
    await changeItem(table, keys.secret(partnerId), { ciphertext: 'bG9zdA==' });
    const row = await recorded(table, aCall({ partnerId }));
    const world = deliveryWorld(table, { signingKey });
    await world.wake(row);
    await rotate();
    await world.wake(row, { from: 'hung' });
    expect([world.posts, await deliveryRow(table, row.callId)]).toEqual([[], row]);

    const next = await secretOfPut();
    await world.wake(row, { from: 'hung' });
    expect(isSigned(world.posts[0], next)).toBe(true);
    expect(await deliveryRow(table, row.callId)).toMatchObject({ status: 'delivered', attempts: 1 });
  });
});

const isSigned = (post: Post | undefined, secret: string) => post !== undefined && isWhollySignedWith(secret, post);
