import { isExpired } from '../calls/expiry.ts';
import { DELIVERY_STATUSES, type DeliveryStatus, type SkipReason } from './delivery.ts';

/** Who may change a delivery's row. */
type Actor = 'record-call' | 'deliver-webhook' | 'sweep' | 'operator';

interface Transition {
  /** Empty for the transitions that create the row. */
  readonly from: readonly DeliveryStatus[];
  readonly to: DeliveryStatus | 'unchanged';
  readonly by: readonly Actor[];
  /** What must have happened. `docs/reliability.md` shows this table. */
  readonly when: string;
}

/** What each status means. `docs/reliability.md` shows these sentences. */
export const STATUS_MEANINGS: Readonly<Record<DeliveryStatus, string>> = {
  pending: 'The delivery waits for an attempt, or an attempt is running.',
  delivered: 'The partner returned a 2xx.',
  refused: 'The partner returned a final 4xx.',
  dead: 'All eight attempts are used up, without a 2xx.',
  skipped: 'Nothing is sent. The row has the reason: no webhook, partner suspended, deleted, or expired.',
};

/**
 * The life of a delivery. This table lists every change of the delivery's row; there are no other changes.
 * `shared/store/deliveries` makes each change in one conditional write. Tests compare the stores
 * and every change in the simulation with this table.
 */
export const TRANSITIONS = {
  record: {
    from: [],
    to: 'pending',
    by: ['record-call'],
    when: 'A call is stored. The same transaction writes its delivery.',
  },
  recordSkipped: {
    from: [],
    to: 'skipped',
    by: ['record-call'],
    when: 'A call is stored, and its partner has no webhook.',
  },
  unskip: {
    from: ['skipped'],
    to: 'pending',
    by: ['record-call'],
    when: 'The partner registered its first webhook while the call was being stored.',
  },
  claim: {
    from: ['pending'],
    to: 'pending',
    by: ['deliver-webhook'],
    when: 'An attempt is due, fewer than eight were made, and no lease is running. The claim counts the attempt and takes the lease.',
  },
  retry: {
    from: ['pending'],
    to: 'pending',
    by: ['deliver-webhook'],
    when: 'The claimed attempt failed, and attempts are left. The lease ends, and the next attempt is due after its backoff.',
  },
  deliver: {
    from: ['pending', 'dead'],
    to: 'delivered',
    by: ['deliver-webhook'],
    when: 'The claimed attempt got a 2xx, perhaps after the delivery was declared dead.',
  },
  refuse: {
    from: ['pending'],
    to: 'refused',
    by: ['deliver-webhook'],
    when: 'The claimed attempt got a final 4xx.',
  },
  die: {
    from: ['pending'],
    to: 'dead',
    by: ['deliver-webhook'],
    when: 'The claimed attempt was the eighth, and it failed.',
  },
  declareDead: {
    from: ['pending'],
    to: 'dead',
    by: ['deliver-webhook', 'sweep'],
    when: 'The lease of the eighth attempt has ended without a result.',
  },
  skip: {
    from: ['pending'],
    to: 'skipped',
    by: ['deliver-webhook'],
    when: 'The partner is suspended or has no webhook, and no lease is running.',
  },
  expire: {
    from: ['pending'],
    to: 'skipped',
    by: ['deliver-webhook'],
    when: 'The call has expired, and no lease is running. The delivery cannot be replayed.',
  },
  moveForward: {
    from: ['pending'],
    to: 'pending',
    by: ['sweep'],
    when: 'The sweep found the row overdue. The sweep looks at the row again one period later.',
  },
  replay: {
    from: ['dead', 'refused', 'skipped'],
    to: 'pending',
    by: ['operator'],
    when: 'An operator replays the delivery, and its call was not deleted and has not expired. A new round of up to eight attempts begins.',
  },
  delete: {
    from: DELIVERY_STATUSES,
    to: 'skipped',
    by: ['operator'],
    when: 'An operator deletes the call. The row stays, because its id must never be used again. The delivery cannot be replayed.',
  },
  setExpiry: {
    from: DELIVERY_STATUSES,
    to: 'unchanged',
    by: ['operator'],
    when: "An operator applies the stage's retention to calls that are already stored. Only the expiry of the call changes.",
  },
} as const satisfies Record<string, Transition>;

export type TransitionName = keyof typeof TRANSITIONS;

/**
 * Reports whether the transition `name` leads from the status `from` to the status `to`. `from` is `undefined` before
 * the row exists.
 */
export function allows(name: TransitionName, from: DeliveryStatus | undefined, to: DeliveryStatus): boolean {
  const transition: Transition = TRANSITIONS[name];
  const starts = from === undefined ? transition.from.length === 0 : transition.from.includes(from);
  return starts && (transition.to === 'unchanged' ? from : transition.to) === to;
}

interface Replayable {
  readonly status: DeliveryStatus;
  readonly skipReason?: SkipReason | undefined;
  readonly callExpiresAtUnixSeconds?: number | undefined;
}

/** Reports whether an operator may replay the delivery. A deleted or expired call has nothing left to send. */
export const isReplayable = ({ status, skipReason, callExpiresAtUnixSeconds }: Replayable, nowMs: number) =>
  allows('replay', status, 'pending') && skipReason !== 'deleted' && !isExpired(callExpiresAtUnixSeconds, nowMs);
