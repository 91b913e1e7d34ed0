import { deleteCall } from '../../../operator/deletion/calls.ts';
import { findDelivery } from '../../../operator/records/delivery-queries.ts';
import { setPartnerState } from '../../../operator/records/partner-changes.ts';
import { wakeUpQueues } from '../../../shared/delivery/wake-ups/queue.ts';
import { isReplayable } from '../../../shared/domain/deliveries/replay-policy.ts';
import { setExpiry } from '../../../shared/store/calls/expiry.ts';
import { startReplayRound } from '../../../shared/store/deliveries/replay.ts';
import { storeWaitingSecret } from '../../../shared/store/webhooks/secret-writes.ts';
import { registerWebhook } from '../../../shared/store/webhooks/webhooks.ts';
import { QUEUE_URLS } from '../../support/functions/lanes.ts';
import { asOperator } from '../../support/table/as-operator.ts';
import { sealed } from '../partner-items.ts';
import { type Outside, secretsOf, sqs, tableOf } from './functions.ts';
import { environment, type Nature } from './nature/environment.ts';
import type { FaultKind } from './nature/faults.ts';
import { hookUrl, type PlannedCall, SWEEP_PERIOD_MS, secretOfRotation } from './setting.ts';

const ACTS = [
  'webhook replaced',
  'partner suspended',
  'partner activated',
  'call deleted',
  'delivery replayed',
  'expiry set',
  'secret rotated',
] as const satisfies readonly FaultKind[];

const LONGEST_EXPIRY_SECONDS = 3_600;

/** Returns a function that sometimes performs a random act of an operator or partner, with tools that may fail. */
export function operator(nature: Nature, outside: Outside, calls: readonly [PlannedCall, ...PlannedCall[]]) {
  const { putWebhook, fetchSecret } = partner(nature, outside);
  let rotations = 0;
  let sessions = 0;

  return function perhapsActs(): void {
    const act = nature.faults.strike('operator', ACTS);
    const call = nature.chances.pick('operator chooses', calls);
    if (act === undefined) return;
    sessions += 1;
    const env = environment(nature, 'operator', sessions);
    const table = tableOf({ nature, env }, outside);
    const { nowMs } = env;
    const { partnerId, tenantId, callId } = call;

    const done: Record<typeof act, () => Promise<unknown>> = {
      'webhook replaced': async () => putWebhook(partnerId),
      'secret rotated': async () => {
        rotations += 1;
        await storeWaitingSecret(table, partnerId, sealed(secretOfRotation(rotations)), nowMs());
        fetchSecret(partnerId);
      },
      'partner suspended': () => setPartnerState(asOperator(table), partnerId, 'suspended'),
      'partner activated': () => setPartnerState(asOperator(table), partnerId, 'active'),
      'call deleted': () => deleteCall(asOperator(table), tenantId, callId),
      'expiry set': async () => {
        const row = await findDelivery(table, callId);
        const inSeconds = nature.chances.between('expires in', 0, LONGEST_EXPIRY_SECONDS);
        if (row) await setExpiry(table, row, Math.ceil(nowMs() / 1_000) + inSeconds);
      },
      'delivery replayed': async () => {
        const row = await findDelivery(table, callId);
        if (!row || !isReplayable(row, nowMs())) return;
        if (!(await startReplayRound(table, row, { nowMs: nowMs(), sweepPeriodMs: SWEEP_PERIOD_MS }))) return;
        const { storedAtMs } = row;
        const delivery = { callId, partnerId, tenantId, storedAtMs };
        await wakeUpQueues(sqs({ nature, env }, outside), QUEUE_URLS).send({
          delivery,
          lane: 'main',
          hops: 0,
          delayMs: 0,
        });
      },
    };
    done[act]().catch((error: unknown) => nature.note(`operator: ${act} failed: ${String(error)}`));
  };
}

/** A partner fetches a new secret within this time. */
const LONGEST_WAIT_MS = 1_200_000;

/** Sends PUT /v1/webhooks as partners do. The environment that serves it may fail. */
function partner(nature: Nature, outside: Outside) {
  const { timeline, chances, note } = nature;
  let version = 1;

  /** Sends a PUT with a new URL each time, so that a request shows which webhook it used. */
  function putWebhook(partnerId: string): void {
    version += 1;
    const env = environment(nature, 'put-webhook', version);
    const { decrypt } = secretsOf({ nature, env });
    const deps = { table: tableOf({ nature, env }, outside), decrypt, nowMs: env.nowMs };
    const begunAtMs = timeline.nowMs();
    registerWebhook(deps, partnerId, { url: hookUrl(version), events: ['call.completed'] }).then(
      ({ signingSecret }) => outside.secrets.returned(partnerId, signingSecret, begunAtMs),
      (error: unknown) => note(`${env.label} failed: ${String(error)}`),
    );
  }

  return {
    putWebhook,
    /** Sends a PUT some time after a rotation, sometimes from two programs at once. */
    fetchSecret(partnerId: string): void {
      const delayMs = chances.between('secret fetched', 0, LONGEST_WAIT_MS);
      const programs = chances.between('programs that fetch it', 1, 2);
      for (let program = 0; program < programs; program += 1) timeline.after(delayMs, () => putWebhook(partnerId));
    },
  };
}
