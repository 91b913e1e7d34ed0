import {
  revokeKey,
  rotateKey,
  setNameAndScopes,
  setPartnerState,
  setQuota,
} from '../../../../operator/records/partner-changes.ts';
import { addPartner } from '../../../../operator/records/secret-changes.ts';
import { hashOfKey } from '../../../../shared/domain/partners/api-key.ts';
import { keys } from '../../../../shared/store/table/keys.ts';
import { Problem } from '../../../../tooling/command-line/problem.ts';
import { asOperator } from '../../../support/table/as-operator.ts';
import { command } from '../clients.ts';
import { relayStream } from '../pipeline.ts';
import { type Scenario, scenario, wrongIf } from '../scenario.ts';
import { aCall, aPartner, KEY_ID, rotate } from './given.ts';
import { act } from './operator-act.ts';

export const PARTNER_ACTS: readonly Scenario[] = [
  act({
    name: 'setPartnerState',
    run: ({ table }, { partnerId }) => setPartnerState(asOperator(table), partnerId, 'suspended'),
    isDone: ({ partner }) => partner?.['state'] === 'suspended',
  }),
  act({
    name: 'setNameAndScopes',
    run: ({ table }, { partnerId }) => setNameAndScopes(asOperator(table), partnerId, { name: 'Beta', scopes: [] }),
    isDone: ({ partner }) => partner?.['name'] === 'Beta',
  }),
  act({
    name: 'setQuota',
    run: ({ table }, { partnerId }) => setQuota(asOperator(table), partnerId, 7),
    isDone: ({ partner }) => partner?.['quota'] === 7,
  }),
  act({
    name: 'revokeKey',
    run: ({ table }, { partnerId }) => revokeKey(asOperator(table), partnerId),
    isDone: ({ partner }) => partner?.['keyState'] === 'revoked',
  }),
  act({
    name: 'rotateKey',
    run: ({ table }, { partnerId }) => rotateKey(asOperator(table), partnerId),
    // The operator was shown the key in force, unless a late invocation created the key and the response of that
    // invocation was lost.
    isDone: ({ partner }, { all }, { script: { faults } }) =>
      all.some((shown) => 'apiKey' in shown && hashOfKey(shown.apiKey) === partner?.['keyHash']) ||
      (faults.length > 1 && faults.some(({ kind }) => kind === 'late')),
  }),
  act({
    name: 'rotateSecret',
    run: (outside, { partnerId }, world) => rotate(world)(outside, partnerId),
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
        addPartner({ ...asOperator(table), kms, outputs: { KeyArn: KEY_ID } }, { name: 'Acme', scopes: [] }),
      ),
    // A retry after an unknown result creates another partner, and each of them is complete.
    judge: async ({ seen }, _none, { all, tries }) => [
      ...wrongIf(seen.partners.length > tries, `${seen.partners.length} partners after ${tries} tries`),
      ...wrongIf(seen.auditEntries.length !== seen.partners.length, 'a partner has no entry in the audit trail'),
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
    act: (world, { partnerId }) =>
      command(world, ({ table }) => setPartnerState(asOperator(table), partnerId, 'suspended')),
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
