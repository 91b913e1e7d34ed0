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

interface Signer {
  readonly secret: string;
  readonly sinceMs: number;
}

const secretOf = (item: Item | undefined) => opened(item?.['ciphertext']);

export type SecretWatch = ReturnType<typeof secretWatch>;

/** D13: looks at every change of a partner's secrets and remembers which secret was in force and when. */
export function secretWatch({ ledger, nowMs, itemAt, items }: Deps) {
  const signers = new Map<string, Signer[]>();
  const waiting = new Map<string, string>();
  let switches = 0;

  for (const item of items)
    if (item['SK'] === 'SECRET') signers.set(String(item['PK']), [{ secret: secretOf(item), sinceMs: START_MS }]);

  /** One transaction brings the waiting secret in force, tells the webhook's reader, and ends the waiting. */
  function switched(PK: string): void {
    const secret = secretOf(itemAt(PK, 'SECRET'));
    // Two PUTs at once put the same secret in force.
    if (signers.get(PK)?.at(-1)?.secret === secret) return;
    ledger.demand('D13', waiting.get(PK) === secret, `${PK} is signed for with a secret that was not waiting`);
    ledger.demand('D13', itemAt(PK, 'WAITING_SECRET') === undefined, `${PK} has a secret in force that still waits`);
    const hint = itemAt(PK, 'WEBHOOK')?.['signingSecretHint'];
    ledger.demand(
      'D13',
      hint === secret.slice(-4),
      `${PK} has a secret in force, and its webhook shows ${String(hint)}`,
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
    /** To be told of every change of an item, in the order of the writes of a transaction. */
    look(PK: string, SK: unknown): void {
      if (SK === 'SECRET') switched(PK);
      if (SK === 'WAITING_SECRET') rotated(PK);
    },
    /** The secrets that signed for the partner at some time since the given one. */
    inForceSince: (partnerId: string, sinceMs: number): string[] =>
      (signers.get(keys.secret(partnerId).PK) ?? [])
        .map(({ secret }) => secret)
        .filter((secret) => wasInForce(partnerId, secret, sinceMs)),
    /** A PUT that was begun at that time has returned the secret. */
    returned(partnerId: string, secret: string, begunAtMs: number): void {
      const isTrue = wasInForce(partnerId, secret, begunAtMs);
      ledger.demand('D13', isTrue, `a PUT of ${partnerId} returned a secret that was not in force`);
    },
    switches: () => switches,
  };
}
