import { registerWebhook } from '../../../shared/store/webhooks/webhooks.ts';
import { type Outside, secretsOf, tableOf } from './functions.ts';
import { environment, type Nature } from './nature/environment.ts';
import { hookUrl } from './setting.ts';

/** A partner that is told of a new secret fetches it within this time. */
const LONGEST_WAIT_MS = 1_200_000;

/** What partners ask for: PUT /v1/webhooks, served by an environment that fails as every other does. */
export function partner(nature: Nature, outside: Outside) {
  const { timeline, chances, note } = nature;
  let version = 1;

  /** Each PUT names another URL, so that a delivery shows which of them it has seen. */
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
    /** Some time after a rotation, and sometimes by two programs at once. */
    fetchSecret(partnerId: string): void {
      const delayMs = chances.between('secret fetched', 0, LONGEST_WAIT_MS);
      const programs = chances.between('programs that fetch it', 1, 2);
      for (let program = 0; program < programs; program += 1) timeline.after(delayMs, () => putWebhook(partnerId));
    },
  };
}
