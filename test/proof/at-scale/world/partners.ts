import type { Item } from '../../memory-table/values.ts';
import { itemsOfPartner } from '../../partner-items.ts';
import type { Kind } from './receivers.ts';

/** From the time `fromMs` on, a receiver is of this kind. */
interface Phase {
  readonly kind: Kind;
  readonly fromMs: number;
}

/** A group of partners with the same receivers. */
export interface Group {
  /** The name in the report. */
  readonly role: string;
  readonly partners: number;
  /**
   * The kinds of the receivers. The first kind applies from the start of the run, and all times count from the start.
   */
  readonly phases: readonly [Kind, ...Phase[]];
}

export interface Partner {
  readonly partnerId: string;
  readonly role: string;
  readonly lineIds: readonly string[];
  readonly phases: Group['phases'];
}

/** A busy partner has several lines, so that no line is a hot key. */
const LINES = 10;

export const partnerOf = (number: number, { role, phases }: Pick<Group, 'role' | 'phases'>): Partner => {
  const digits = String(number).padStart(22, '0');
  return {
    partnerId: `pt_${digits}0000`,
    role,
    phases,
    lineIds: Array.from({ length: LINES }, (_, line) => `tn_${digits}${String(line).padStart(4, '0')}`),
  };
};

export const hostOf = ({ partnerId }: Partner) => `${partnerId.replace('_', '-')}.example`;

export const itemsOf = (partner: Partner): Item[] =>
  itemsOfPartner({
    partnerId: partner.partnerId,
    lineIds: partner.lineIds,
    url: `https://${hostOf(partner)}/hook`,
  });

export function kindAt({ phases: [first, ...later] }: Partner, sinceStartMs: number): Kind {
  return later.findLast(({ fromMs }) => fromMs <= sinceStartMs)?.kind ?? first;
}
