import { registerWebhook } from '../../../shared/store/webhooks/webhooks.ts';
import { type Outside, secretsOf, tableOf } from './functions.ts';
import { environment, type Nature } from './nature/environment.ts';
import { hookUrl } from './setting.ts';

/** A partner fetches a new secret within this time. */
const LONGEST_WAIT_MS = 1_200_000;

/** Sends PUT /v1/webhooks as partners do. The environment that serves it may fail. */
export function partner(nature: Nature, outside: Outside) {
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
