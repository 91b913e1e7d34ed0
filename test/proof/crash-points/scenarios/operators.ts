import { randomUUID } from 'node:crypto';
import { hashOfKey } from '../../../../shared/domain/api-key.ts';
import { Refusal } from '../../../../shared/domain/refusal.ts';
import { issueSigningSecret } from '../../../../shared/secrets/signing-secrets.ts';
import { keys } from '../../../../shared/store/keys.ts';
import { finishRelease, setIntegration, setPlan } from '../../../../shared/store/line-changes.ts';
import { attachNumber, releaseNumber } from '../../../../shared/store/line-numbers.ts';
import { terminateLine } from '../../../../shared/store/line-termination.ts';
import {
  existingPartner,
  revokeKey,
  rotateKey,
  setPartnerState,
  setQuota,
} from '../../../../shared/store/partner-changes.ts';
import { createPartner } from '../../../../shared/store/partners.ts';
import { rotateSecret } from '../../../../shared/store/secret-rotation.ts';
import { command, done, type Told } from '../clients.ts';
import type { Outside } from '../outside.ts';
import { relayStream } from '../pipeline.ts';
import { type Scenario, scenario } from '../scenario.ts';
import type { World } from '../world.ts';
import { aCall, aPartner, aSubscriber, KEY_ID } from './given.ts';
import { wrongIf } from './wrong.ts';

type Ids = Awaited<ReturnType<typeof aSubscriber>>;
type Row = Readonly<Record<string, unknown>> | undefined;

interface Act<T> {
  readonly name: string;
  readonly before?: (world: World, ids: Ids) => Promise<unknown>;
  readonly run: (outside: Outside, ids: Ids, world: World) => Promise<T>;
  /** Whether the items show what was wanted. */
  readonly isDone: (items: { readonly partner: Row; readonly line: Row }, told: Told<T | Refusal>) => boolean;
  /** A repetition may be told that there is nothing left to do. */
  readonly refusesAgain?: boolean;
}

/** Something that an operator does to a partner with a webhook and a line. */
const act = <T>({ name, before, run, isDone, refusesAgain = false }: Act<T>): Scenario =>
  scenario({
    name,
    given: async (world) => {
      const ids = await aSubscriber(world);
      await before?.(world, ids);
      return ids;
    },
    act: (world, ids) => command(world, (outside) => run(outside, ids, world)),
    judge: async ({ seen }, { partnerId, tenantId }, told) => {
      const { last, tries } = told;
      const items = { partner: seen.at(keys.partner(partnerId)), line: seen.at(keys.line(tenantId)) };
      return [
        ...wrongIf(!isDone(items, told), `it is not done: ${JSON.stringify(items)}`),
        ...wrongIf(last instanceof Refusal && !(refusesAgain && tries > 1), `refused: ${String(last)}`),
      ];
    },
  });

const NUMBER = '+821012341234';
const attached = (world: World, { tenantId }: Ids) => done(world, ({ table }) => attachNumber(table, tenantId, NUMBER));

export const LINE_ACTS: readonly Scenario[] = [
  act({
    name: 'attachNumber',
    run: ({ table }, { tenantId }) => attachNumber(table, tenantId, NUMBER),
    isDone: ({ line }) => line?.['number'] === NUMBER,
  }),
  act({
    name: 'releaseNumber',
    before: attached,
    run: ({ table }, { tenantId }) => releaseNumber(table, tenantId),
    isDone: ({ line }) => line?.['number'] === undefined && line?.['numberReleased'] === true,
    refusesAgain: true,
  }),
  act({
    name: 'setPlan',
    run: ({ table }, { tenantId }) => setPlan(table, tenantId, { tier: 'pro' }),
    isDone: ({ line }) => JSON.stringify(line?.['plan']) === '{"tier":"pro"}',
  }),
  act({
    name: 'setIntegration',
    run: ({ table }, { tenantId }) => setIntegration(table, tenantId, 'providerA', true),
    isDone: ({ line }) => JSON.stringify(line?.['integrations']) === '{"providerA":{"connected":true}}',
  }),
  act({
    name: 'finishRelease',
    before: (world, ids) =>
      done(world, ({ table }) => {
        const termination = {
          reason: undefined,
          purge: true,
          terminatedAt: '2026-06-01T11:00:00.000Z',
          token: 'before',
        };
        return terminateLine(table, { ...ids, externalId: 'shop-1' }, termination);
      }),
    run: ({ table }, { tenantId }) => finishRelease(table, tenantId, randomUUID()),
    isDone: ({ line }) => line?.['releasedBy'] !== undefined,
  }),
];

export const PARTNER_ACTS: readonly Scenario[] = [
  act({
    name: 'setPartnerState',
    run: ({ table }, { partnerId }) => setPartnerState(table, partnerId, 'suspended'),
    isDone: ({ partner }) => partner?.['state'] === 'suspended',
  }),
  act({
    name: 'setQuota',
    run: ({ table }, { partnerId }) => setQuota(table, partnerId, 7),
    isDone: ({ partner }) => partner?.['quota'] === 7,
  }),
  act({
    name: 'revokeKey',
    run: ({ table }, { partnerId }) => revokeKey(table, partnerId),
    isDone: ({ partner }) => partner?.['keyState'] === 'revoked',
  }),
  act({
    name: 'rotateKey',
    run: ({ table }, { partnerId }) => rotateKey(table, partnerId),
    // A key that is in force is one that somebody was shown.
    isDone: ({ partner }, { all }) =>
      all.some((shown) => 'apiKey' in shown && hashOfKey(shown.apiKey) === partner?.['keyHash']),
  }),
  act({
    name: 'rotateSecret',
    run: async ({ table, kms }, { partnerId }) => {
      await existingPartner(table, partnerId);
      const secret = await issueSigningSecret(kms, KEY_ID)(partnerId);
      await rotateSecret(table, partnerId, secret);
      return secret.hint;
    },
    isDone: (_items, { last }) => typeof last === 'string',
  }),
  scenario({
    name: 'rotateSecret before there is a webhook',
    given: (world) => aPartner(world),
    act: (world, partnerId) =>
      command(world, async ({ table, kms }) =>
        rotateSecret(table, partnerId, await issueSigningSecret(kms, KEY_ID)(partnerId)),
      ),
    judge: async () => [],
  }),
  scenario({
    name: 'createPartner',
    given: async () => undefined,
    act: (world) =>
      command(world, ({ table, kms }) =>
        createPartner(
          { table, issueSecret: issueSigningSecret(kms, KEY_ID), nowMs: () => world.nowMs },
          { name: 'Acme', scopes: [] },
        ),
      ),
    // Whoever repeats it without knowing has another partner, each of them whole.
    judge: async ({ seen }, _none, { all, tries }) => [
      ...wrongIf(seen.partners.length > tries, `${seen.partners.length} partners after ${tries} tries`),
      ...wrongIf(
        all.some((one) => one instanceof Refusal || seen.at(keys.partner(one.partner.partnerId)) === undefined),
        'a partner was shown that is not there',
      ),
    ],
  }),
  scenario({
    name: 'setPartnerState with a delivery under way',
    given: async (world) => {
      const ids = await aCall(world);
      await relayStream(world);
      return ids;
    },
    act: (world, { partnerId }) => command(world, ({ table }) => setPartnerState(table, partnerId, 'suspended')),
    judge: async ({ seen, received, script }) => [
      // It is in force at the latest once the operator is told.
      ...wrongIf(received.length > 0 && script.faults.every(({ kind }) => kind !== 'late'), 'it was sent all the same'),
      ...wrongIf(seen.partners[0]?.state !== 'suspended', 'it is not suspended'),
    ],
  }),
];
