import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { deleteCall } from '../../../operator/deletion/calls.ts';
import { setIntegration } from '../../../operator/records/line-changes.ts';
import { attachNumber, detachNumber } from '../../../operator/records/line-numbers.ts';
import { rotateKey, setPartnerState } from '../../../operator/records/partner-changes.ts';
import type { Scope } from '../../../shared/contract/routes.ts';
import { issueSigningSecret, signingSecrets } from '../../../shared/secrets/signing-secrets.ts';
import { createPartner } from '../../../shared/store/partners/creation.ts';
import type { Table } from '../../../shared/store/table/connect.ts';
import { storeWaitingSecret } from '../../../shared/store/webhooks/secret-writes.ts';
import { Problem } from '../../../tooling/command-line/problem.ts';
import { fakeKms } from '../../support/aws/fake-kms.ts';
import { recordCallOn } from '../../support/functions/pipeline.ts';
import { silent } from '../../support/functions/telemetry.ts';
import { asOperator } from '../../support/table/as-operator.ts';
import { readApart } from '../../support/table/faulty.ts';
import { partnerApi } from './api.ts';
import type { ActOp, Chosen, ModelResponse, Op } from './operations.ts';
import type { Partner, State } from './state.ts';

const START_MS = Date.parse('2026-11-21T10:00:00.000Z');

/** Handles every command to the table: it may delay the command, fail before or after the command, or not send it. */
export type Through = (command: object, send: () => Promise<unknown>) => Promise<unknown>;

export type Service = ReturnType<typeof serviceOn>;

/** Runs the real handlers and stores of the service, and returns responses in the form of the model. */
export function serviceOn(table: Table) {
  const clock = { nowMs: START_MS };
  const nowMs = () => clock.nowMs;
  const { kms } = fakeKms();
  const issueSecret = issueSigningSecret(kms, 'key');
  const secrets = signingSecrets({ ...silent, kms, nowMs });
  const api = partnerApi({ secrets, nowMs });

  return {
    /** Creates partners for one run. Returns the first state of the model. */
    async begin(wanted: readonly { scopes: readonly Scope[]; quota?: number }[]): Promise<State> {
      const partners: Record<string, Partner> = {};
      for (const { scopes, quota } of wanted) {
        let secret = '';
        const issueAndTell = async (partnerId: string) => {
          const sealed = await issueSecret(partnerId);
          secret = await secrets.decrypt(partnerId, sealed.ciphertext);
          return sealed;
        };
        const deps = { table, issueSecret: issueAndTell, nowMs };
        const { partner, apiKey } = await createPartner(deps, { name: 'Acme', scopes, quota });
        const { partnerId, name } = partner;
        partners[partnerId] = { partnerId, name, scopes, state: 'active', quota, apiKey, secret, keys: {} };
      }
      return { nowMs: clock.nowMs, partners, lines: {}, calls: {}, cursors: [] };
    },

    /** Performs an operation. Writes the service's choices into `chosen`, even if there is no response. */
    async perform(op: Op, chosen: Chosen, through: Through = (_, send) => send()): Promise<ModelResponse> {
      const around = (command: object) => {
        Object.assign(chosen, newLineIn(command));
        return (send: () => Promise<unknown>) => through(command, send);
      };
      const seen = readApart(table, around);
      if (op.kind === 'request') return api.request(seen, op);
      try {
        return { status: 'done', ...(await act(seen, op, chosen)) };
      } catch (error) {
        if (error instanceof Problem) return { status: 'refused' };
        throw error;
      }
    },
  };

  async function act(seen: Table, { partnerId, tenantId, act }: ActOp, chosen: Chosen): Promise<{ body?: unknown }> {
    switch (act.do) {
      case 'attachNumber':
        await attachNumber(asOperator(seen), tenantId, act.number);
        return {};
      case 'releaseNumber':
        await detachNumber(asOperator(seen), tenantId);
        return {};
      case 'connectStore':
        await setIntegration(asOperator(seen), tenantId, 'providerA', act.connected);
        return {};
      case 'recordCall': {
        const response = await recordCallOn(seen, nowMs)({ tenantId, call: act.call });
        if ('refused' in response) throw new Problem(response.refused.message);
        return { body: response };
      }
      case 'deleteCall':
        await deleteCall(asOperator(seen), tenantId, act.callId);
        return {};
      case 'setState':
        await setPartnerState(asOperator(seen), partnerId, act.to);
        return {};
      case 'rotateKey':
        chosen.apiKey = (await rotateKey(asOperator(seen), partnerId)).apiKey;
        return {};
      case 'rotateSecret': {
        const sealed = await issueSecret(partnerId);
        chosen.secret = await secrets.decrypt(partnerId, sealed.ciphertext);
        await storeWaitingSecret(seen, partnerId, sealed, nowMs());
        return {};
      }
      case 'advanceClock':
        clock.nowMs += act.byMs;
        return {};
    }
  }
}

/** Returns the id of the line that the command would create. */
function newLineIn(command: object): Chosen {
  if (!(command instanceof TransactWriteCommand)) return {};
  const items = (command.input.TransactItems ?? []).map(({ Put }) => Put?.Item ?? {});
  const line = items.find(({ SK }) => SK === 'LINE');
  return line ? { tenantId: String(line['tenantId']) } : {};
}
