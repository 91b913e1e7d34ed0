import { beforeAll, describe, expect, it } from '@jest/globals';
import { hashOfKey } from '../../../shared/domain/partners/api-key.ts';
import { findApiKey } from '../../../shared/store/partners/api-keys.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { existingSecretInForce, findWaitingSecret } from '../../../shared/store/webhooks/secret-item.ts';
import { registerWebhook } from '../../../shared/store/webhooks/webhooks.ts';
import { changeItem } from '../../support/functions/deliveries.ts';
import { NOW_MS } from '../../support/functions/line-world.ts';
import { operatorWorld } from '../operator-world.ts';

describe('operator commands for partners, keys and secrets', () => {
  let world: Awaited<ReturnType<typeof operatorWorld>>;
  beforeAll(async () => {
    world = await operatorWorld();
  });
  const create = (...more: string[]) =>
    world.json('partner', 'create', '--name', 'Acme', '--scopes', 'tenants,config', ...more);

  it('the command `partner show` does not print the API key of a partner', async () => {
    const made = await create('--quota', '3');
    expect(made).toEqual({
      partnerId: expect.stringMatching(/^pt_/),
      apiKey: expect.stringMatching(/^svc_partner_[0-9a-f]{64}$/),
      keyPrefix: made.apiKey.slice(0, 20),
      scopes: ['tenants', 'config'],
      quota: 3,
    });
    const { out } = await world.run('partner', 'show', '--partner', made.partnerId, '--json');
    expect(out).not.toContain(made.apiKey);
    expect(out).not.toContain(hashOfKey(made.apiKey));
  });

  it('an operator can suspend and activate a partner', async () => {
    const { partnerId } = await create();
    const by = ['--partner', partnerId];
    expect(await world.json('partner', 'show', ...by)).toMatchObject({
      partnerId,
      state: 'active',
      quota: null,
      lineCount: 0,
    });
    expect(await world.json('partner', 'suspend', ...by)).toMatchObject({ partnerId, state: 'suspended' });
    expect(await world.json('partner', 'activate', ...by)).toMatchObject({ state: 'active' });
    expect(await world.json('partner', 'quota', ...by, '--quota', '0')).toMatchObject({ quota: 0 });
    expect(await world.json('partner', 'quota', ...by, '--quota', 'none')).toMatchObject({ quota: null });
    const shown = await world.json('partner', 'show', ...by);
    expect(await world.json('partner', 'list')).toContainEqual({ ...shown, health: 'idle' });
  });

  it('a list of partners contains the other partners if one partner is unreadable', async () => {
    const [fine, broken] = [await create(), await create()];
    const key = keys.partner(broken.partnerId);
    await changeItem(world.table, key, { scopes: 'private' });
    for (const command of ['list', 'health']) {
      const { code, out, err } = await world.run('--json', 'partner', command);
      expect([code, err]).toEqual([1, `The partner ${broken.partnerId} cannot be read.\n`]);
      const listed = JSON.parse(out).map(({ partnerId }: { partnerId: string }) => partnerId);
      expect(listed).toContain(fine.partnerId);
      expect(listed).not.toContain(broken.partnerId);
    }
    await changeItem(world.table, key, { scopes: ['config'] });
  });

  it('an operator can rotate and revoke an API key', async () => {
    const { partnerId, apiKey } = await create();
    const rotated = await world.json('key', 'rotate', '--partner', partnerId);
    expect(rotated).toEqual({
      partnerId,
      apiKey: expect.stringMatching(/^svc_partner_[0-9a-f]{64}$/),
      keyPrefix: rotated.apiKey.slice(0, 20),
      keyState: 'active',
    });
    expect(await findApiKey(world.table, hashOfKey(apiKey))).toBeUndefined();
    expect(await world.json('key', 'revoke', '--partner', partnerId)).toMatchObject({ keyState: 'revoked' });
    expect((await findApiKey(world.table, hashOfKey(rotated.apiKey)))?.keyState).toBe('revoked');
  });

  const register = (partnerId: string) =>
    registerWebhook({ table: world.table, decrypt: async () => 'whsec_00', nowMs: () => 0 }, partnerId, {
      url: 'https://partner.example/hook',
      events: ['call.completed'],
    });

  it('an operator who rotates a signing secret does not see the secret', async () => {
    const { partnerId } = await create();
    const before = await existingSecretInForce(world.table, partnerId);
    const rotated = await world.json('secret', 'rotate', '--partner', partnerId);
    const waiting = await findWaitingSecret(world.table, partnerId);
    expect(rotated).toEqual({
      partnerId,
      signingSecretHint: waiting?.hint,
      waitingSince: new Date(NOW_MS).toISOString(),
      textForPartner: expect.stringMatching(
        /Any valid PUT of the webhook switches the secret[\s\S]+accept signatures made with either/,
      ),
    });
    expect(await existingSecretInForce(world.table, partnerId)).toEqual(before);
  });

  it('the text for the partner is printed below the other results of a secret rotation', async () => {
    const { partnerId } = await create();
    const { code, out } = await world.run('secret', 'rotate', '--partner', partnerId);
    expect(code).toBe(0);
    expect(out).toMatch(
      /signingSecretHint[\s\S]+waitingSince[\s\S]+Send this text to the partner:\n\nA new signing secret is ready/,
    );
  });

  it('the command `webhook show` prints a webhook with its `signingSecretHint`', async () => {
    const { partnerId } = await create();
    const show = () => world.run('webhook', 'show', '--partner', partnerId, '--json');
    expect(await show()).toMatchObject({ code: 1, err: `Partner ${partnerId} has no webhook.\n` });
    await register(partnerId);
    expect(JSON.parse((await show()).out)).toEqual({
      partnerId,
      url: 'https://partner.example/hook',
      events: ['call.completed'],
      signingSecretHint: (await existingSecretInForce(world.table, partnerId)).hint,
      createdAt: '1970-01-01T00:00:00.000Z',
      updatedAt: '1970-01-01T00:00:00.000Z',
      signingSecretSince: null,
      waitingSecret: null,
    });
  });

  it('the command `webhook show` prints since when a new secret has been waiting', async () => {
    const { partnerId } = await create();
    const show = (...more: string[]) => world.run('webhook', 'show', '--partner', partnerId, ...more);
    const { signingSecretHint: hint, waitingSince: since } = await world.json(
      'secret',
      'rotate',
      '--partner',
      partnerId,
    );
    const notice = `A new secret that ends in ${hint} has been waiting since ${since}.`;
    expect((await show()).err).toContain(`Partner ${partnerId} has no webhook. ${notice}`);
    await register(partnerId);
    await world.json('secret', 'rotate', '--partner', partnerId);
    const waiting = await findWaitingSecret(world.table, partnerId);
    expect(JSON.parse((await show('--json')).out)).toMatchObject({
      signingSecretHint: hint,
      signingSecretSince: '1970-01-01T00:00:00.000Z',
      waitingSecret: { hint: waiting?.hint, since },
    });
    expect((await show()).out).toContain(`A new secret that ends in ${waiting?.hint} has been waiting since ${since}.`);
    await register(partnerId);
    expect((await show()).out).not.toContain('waiting');
    expect(JSON.parse((await show('--json')).out)).toMatchObject({
      signingSecretHint: waiting?.hint,
      waitingSecret: null,
    });
  });

  it.each([
    ['partner', 'show'],
    ['partner', 'health'],
    ['partner', 'suspend'],
    ['key', 'rotate'],
    ['secret', 'rotate'],
    ['webhook', 'show'],
    ['delivery', 'list'],
  ])('the command `%s %s` fails with an error if the partner does not exist', async (noun, verb) => {
    expect(await world.run(noun, verb, '--partner', 'pt_nobody')).toEqual({
      code: 1,
      out: '',
      err: 'There is no partner pt_nobody.\n',
    });
  });
});
