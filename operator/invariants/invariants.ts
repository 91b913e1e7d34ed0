import {
  callsAndDeliveriesAgree,
  deliveriesAreWhole,
  indexesHoldTheirRows,
  undeliveredIsIndexed,
} from './deliveries.ts';
import { type Item, itemKey, KINDS, type KindName, kindOfItem, type Row } from './item-kinds.ts';
import {
  delegationsMirrorLines,
  externalIdsNameTheirLines,
  keysReturnTheirLine,
  numbersServeActiveLines,
  settingsStandWithTheirLine,
  terminationsAreComplete,
} from './lines.ts';
import {
  healthIsWhole,
  hintsAreOfTheSecret,
  partnersAreWhole,
  secretsInForceCameByPut,
  waitingSecretsAreOthers,
} from './partners.ts';
import type { Rule } from './rule.ts';

/**
 * The invariants of the table. `operator verify` checks them in a running service, and the proofs check them too. An
 * invariant is a list of rules. Each rule is about one kind of item, so that a table of any size can be checked page by
 * page.
 */
export const INVARIANTS = {
  partnersAreWhole,
  hintsAreOfTheSecret,
  healthIsWhole,
  secretsInForceCameByPut,
  waitingSecretsAreOthers,
  delegationsMirrorLines,
  externalIdsNameTheirLines,
  numbersServeActiveLines,
  settingsStandWithTheirLine,
  keysReturnTheirLine,
  callsAndDeliveriesAgree,
  indexesHoldTheirRows,
  undeliveredIsIndexed,
  deliveriesAreWhole,
  terminationsAreComplete,
} as const satisfies Readonly<Record<string, readonly Rule[]>>;

/** The invariant that an item breaks if `isValidItem` rejects the item. */
export const FORM = 'everyItemHasItsForm';
/** The invariant that a wrong line count breaks. */
export const COUNT = 'activeLinesAreCounted';
export type InvariantName = keyof typeof INVARIANTS | typeof FORM | typeof COUNT;

/** Reports whether the item's kind is known and the item has the form of that kind. */
export function isValidItem(item: Item): boolean {
  const kind = kindOfItem(itemKey(item));
  return kind !== undefined && KINDS[kind].read(item).success;
}

/**
 * Invariant L1: the line count of a partner is the number of its active delegations. Each active line has one
 * delegation.
 */
export const isLineCountCorrect = ({ lineCount }: Row<'partner'>, activeDelegations: number) =>
  lineCount === activeDelegations;

interface Named {
  readonly invariant: InvariantName;
  readonly rule: Rule;
}

const NAMES = Object.keys(INVARIANTS).filter((name): name is keyof typeof INVARIANTS => name in INVARIANTS);
const BY_KIND: ReadonlyMap<KindName | undefined, readonly Named[]> = Map.groupBy(
  NAMES.flatMap((invariant) => INVARIANTS[invariant].map((rule): Named => ({ invariant, rule }))),
  ({ rule }) => rule.of,
);

/** Returns the rules about an item, each with the name of its invariant. An item of an unknown kind has none. */
export const rulesOf = (item: Item): readonly Named[] => BY_KIND.get(kindOfItem(itemKey(item))) ?? [];
