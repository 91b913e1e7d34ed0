import { keys } from '../../../../shared/store/table/keys.ts';
import type { Item } from '../../memory-table/values.ts';
import { opened, START_MS } from '../setting.ts';
import type { Ledger } from './ledger.ts';

interface Deps {
  readonly ledger: Ledger;
  readonly nowMs: () => number;
  readonly itemAt: (PK: unknown, SK: unknown) => Item | undefined;
  readonly items: readonly Item[];
}

const secretOf = (item: Item | undefined) => opened(item?.['ciphertext']);

export type SecretWatch = ReturnType<typeof secretWatch>;

/** D13: checks every change of a partner's secrets, and records which secret was in force at which time. */
export function secretWatch({ ledger, nowMs, itemAt, items }: Deps) {
  const signers = new Map<string, { readonly secret: string; readonly sinceMs: number }[]>();
  const waiting = new Map<string, string>();
  let switches = 0;

  for (const item of items)
    if (item['SK'] === 'SECRET') signers.set(String(item['PK']), [{ secret: secretOf(item), sinceMs: START_MS }]);

  /** Putting a secret in force must also delete the waiting one and update the webhook's hint. */
  function switched(PK: string): void {
    const secret = secretOf(itemAt(PK, 'SECRET'));
    // A concurrent PUT has already put this secret in force.
    if (signers.get(PK)?.at(-1)?.secret === secret) return;
    ledger.demand('D13', waiting.get(PK) === secret, `${PK} has a secret in force that was not waiting`);
    ledger.demand(
      'D13',
      itemAt(PK, 'WAITING_SECRET') === undefined,
      `${PK} has a secret in force and still a waiting one`,
    );
    const hint = itemAt(PK, 'WEBHOOK')?.['signingSecretHint'];
    ledger.demand(
      'D13',
      hint === secret.slice(-4),
      `the webhook of ${PK} has ${String(hint)} as hint, not that of the secret in force`,
    );
    signers.set(PK, [...(signers.get(PK) ?? []), { secret, sinceMs: nowMs() }]);
    switches += 1;
  }

  function rotated(PK: string): void {
    const item = itemAt(PK, 'WAITING_SECRET');
    if (item) waiting.set(PK, secretOf(item));
    else waiting.delete(PK);
  }

  const wasInForce = (partnerId: string, secret: string, sinceMs: number) => {
    const history = signers.get(keys.secret(partnerId).PK) ?? [];
    return history.some(
      (signer, index) =>
        signer.secret === secret && (history[index + 1]?.sinceMs ?? Number.POSITIVE_INFINITY) >= sinceMs,
    );
  };

  return {
    /** Receives every change of an item, in the order of the writes of a transaction. */
    look(PK: string, SK: unknown): void {
      if (SK === 'SECRET') switched(PK);
      if (SK === 'WAITING_SECRET') rotated(PK);
    },
    inForceSince: (partnerId: string, sinceMs: number): string[] =>
      (signers.get(keys.secret(partnerId).PK) ?? [])
        .map(({ secret }) => secret)
        .filter((secret) => wasInForce(partnerId, secret, sinceMs)),
    /** Checks the secret that a PUT returned. The PUT began at `begunAtMs`. */
    returned(partnerId: string, secret: string, begunAtMs: number): void {
      const isTrue = wasInForce(partnerId, secret, begunAtMs);
      ledger.demand('D13', isTrue, `a PUT of ${partnerId} returned a secret that was not in force`);
    },
    switches: () => switches,
  };
}
