import { DELIVERY_STATUSES, type DeliveryStatus } from '../../../../shared/domain/deliveries/delivery.ts';

interface Transition {
  /** Empty for the transitions that create the row. */
  readonly from: readonly DeliveryStatus[];
  readonly to: DeliveryStatus | 'unchanged';
  /** Who may change the row in this way. `record-call` also stands for `intake`. */
  readonly by: readonly ('record-call' | 'deliver-webhook' | 'sweep' | 'operator')[];
}

/**
 * All changes of a delivery's row, as `docs/reliability.md` describes them, except those of `delivery index` and
 * `restore copy`. Tests compare the stores, and every change in the simulation, with this table.
 */
export const TRANSITIONS = {
  record: { from: [], to: 'pending', by: ['record-call'] },
  recordSkipped: { from: [], to: 'skipped', by: ['record-call'] },
  unskip: { from: ['skipped'], to: 'pending', by: ['record-call'] },
  claim: { from: ['pending'], to: 'pending', by: ['deliver-webhook'] },
  retry: { from: ['pending'], to: 'pending', by: ['deliver-webhook'] },
  deliver: { from: ['pending', 'dead'], to: 'delivered', by: ['deliver-webhook'] },
  refuse: { from: ['pending'], to: 'refused', by: ['deliver-webhook'] },
  die: { from: ['pending'], to: 'dead', by: ['deliver-webhook'] },
  declareDead: { from: ['pending'], to: 'dead', by: ['deliver-webhook', 'sweep'] },
  skip: { from: ['pending'], to: 'skipped', by: ['deliver-webhook'] },
  expire: { from: ['pending'], to: 'skipped', by: ['deliver-webhook'] },
  moveForward: { from: ['pending'], to: 'pending', by: ['sweep'] },
  replay: { from: ['dead', 'refused', 'skipped'], to: 'pending', by: ['operator'] },
  delete: { from: DELIVERY_STATUSES, to: 'skipped', by: ['operator'] },
  setExpiry: { from: DELIVERY_STATUSES, to: 'unchanged', by: ['operator'] },
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
