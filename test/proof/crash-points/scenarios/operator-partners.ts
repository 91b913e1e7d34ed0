import {
  existingPartner,
  revokeKey,
  rotateKey,
  setPartnerState,
  setQuota,
} from '../../../../operator/records/partner-changes.ts';
import { hashOfKey } from '../../../../shared/domain/partners/api-key.ts';
import { issueSigningSecret } from '../../../../shared/secrets/signing-secrets.ts';
import { createPartner } from '../../../../shared/store/partners/partners.ts';
import { keys } from '../../../../shared/store/table/keys.ts';
import { Problem } from '../../../../tooling/command-line/problem.ts';
import { command } from '../clients.ts';
import { relayStream } from '../pipeline.ts';
import { type Scenario, scenario } from '../scenario.ts';
import { aCall, aPartner, KEY_ID, rotate } from './given.ts';
import { act } from './operator-act.ts';
import { wrongIf } from './wrong.ts';

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
    // The operator was shown the key in force, unless a late invocation created the key and the response of that
    // invocation was lost.
    isDone: ({ partner }, { all }, { script: { faults } }) =>
      all.some((shown) => 'apiKey' in shown && hashOfKey(shown.apiKey) === partner?.['keyHash']) ||
      (faults.length > 1 && faults.some(({ kind }) => kind === 'late')),
  }),
  act({
    name: 'rotateSecret',
    run: async (outside, { partnerId }, world) => {
      await existingPartner(outside.table, partnerId);
      return rotate(world)(outside, partnerId);
    },
    // Any of the tries may have issued the waiting secret. The next PUT returns this secret.
    isDone: (_items, _told, { seen }) => seen.waitingSecrets.length === 1,
  }),
  scenario({
    name: 'rotateSecret before there is a webhook',
    given: (world) => aPartner(world),
    act: (world, partnerId) => command(world, (outside) => rotate(world)(outside, partnerId)),
    judge: async ({ seen }) => wrongIf(seen.waitingSecrets.length !== 1, 'there is no waiting secret'),
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
    // A retry after an unknown result creates another partner, and each of them is complete.
    judge: async ({ seen }, _none, { all, tries }) => [
      ...wrongIf(seen.partners.length > tries, `${seen.partners.length} partners after ${tries} tries`),
      ...wrongIf(
        all.some((one) => one instanceof Problem || seen.at(keys.partner(one.partner.partnerId)) === undefined),
        'a partner was shown that does not exist',
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
      // The suspension is in force by the time the command returns.
      ...wrongIf(
        received.length > 0 && script.faults.every(({ kind }) => kind !== 'late'),
        'the event was sent despite the suspension',
      ),
      ...wrongIf(seen.partners[0]?.state !== 'suspended', 'the partner is not suspended'),
    ],
  }),
];
