import type { Invariant } from './invariants/claim.ts';
import {
  callsAndDeliveriesAgree,
  deliveriesAreSettled,
  deliveriesAreWhole,
  indexesHoldTheirRows,
} from './invariants/deliveries.ts';
import {
  activeLinesAreCounted,
  delegationsMirrorLines,
  externalIdsNameTheirLines,
  keysReturnTheirLine,
  numbersServeActiveLines,
  settingsStandWithTheirLine,
  terminationsAreComplete,
} from './invariants/lines.ts';
import {
  hintsAreOfTheSecret,
  partnersAreWhole,
  quotasHold,
  secretsInForceCameByPut,
  waitingSecretsAreOthers,
} from './invariants/partners.ts';
import type { Item, TableView } from './table-view.ts';

export { requestsWereClaimed, settledStays } from './invariants/deliveries.ts';

const everyItemHasItsForm: Invariant = ({ unreadable }) => unreadable;

/** After every single step, whatever has failed. */
export const ALWAYS = {
  everyItemHasItsForm,
  partnersAreWhole,
  hintsAreOfTheSecret,
  secretsInForceCameByPut,
  waitingSecretsAreOthers,
  activeLinesAreCounted,
  quotasHold,
  delegationsMirrorLines,
  externalIdsNameTheirLines,
  numbersServeActiveLines,
  settingsStandWithTheirLine,
  keysReturnTheirLine,
  callsAndDeliveriesAgree,
  indexesHoldTheirRows,
  deliveriesAreWhole,
} as const satisfies Readonly<Record<string, Invariant>>;

/** Once faults have ended, everybody has repeated what they have to, and time has passed. */
export const AT_REST = { ...ALWAYS, terminationsAreComplete, deliveriesAreSettled } as const;

/** The broken ones by name, each with its place. */
export const broken = (invariants: Readonly<Record<string, Invariant>>, table: TableView): string[] =>
  Object.entries(invariants).flatMap(([name, holds]) => holds(table).map((place) => `${name}: ${place}`));

/** Stored items do not change, a write puts another in the place: each is turned into text once. */
const texts = new WeakMap<Item, string>();
function textOf(item: Item): string {
  const text = texts.get(item) ?? JSON.stringify(item);
  texts.set(item, text);
  return text;
}

/** S6: the given text stands in items of one kind at most, told by their sort key; nowhere at all when none is named. */
export const staysHome = ({ items }: TableView, secret: string, home?: RegExp): string[] =>
  items
    .filter((item) => textOf(item).includes(secret) && !home?.test(String(item['SK'])))
    .map((item) => `staysHome: ${String(item['PK'])} ${String(item['SK'])} holds what it must not`);
