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
  healthIsWhole,
  hintsAreOfTheSecret,
  partnersAreWhole,
  quotasHold,
  secretsInForceCameByPut,
  waitingSecretsAreOthers,
} from './invariants/partners.ts';
import type { Item, TableView } from './table-view.ts';

export { requestsWereClaimed, settledStays } from './invariants/deliveries.ts';

const everyItemHasItsForm: Invariant = ({ unreadable }) => unreadable;

/** Invariants that hold after every step, even after faults. */
export const ALWAYS = {
  everyItemHasItsForm,
  partnersAreWhole,
  hintsAreOfTheSecret,
  healthIsWhole,
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

/** Invariants that hold once faults have ended, callers have retried, and time has passed. */
export const AT_REST = { ...ALWAYS, terminationsAreComplete, deliveriesAreSettled } as const;

/** Returns the broken invariants, each with its name and place. */
export const broken = (invariants: Readonly<Record<string, Invariant>>, table: TableView): string[] =>
  Object.entries(invariants).flatMap(([name, holds]) => holds(table).map((place) => `${name}: ${place}`));

/** The JSON of each item. Stored items are immutable, so the JSON of each is computed only once. */
const texts = new WeakMap<Item, string>();
function textOf(item: Item): string {
  const text = texts.get(item) ?? JSON.stringify(item);
  texts.set(item, text);
  return text;
}

/** S6: only items whose sort key matches `home` contain the secret. If there is no `home`, no item contains it. */
export const staysHome = ({ items }: TableView, secret: string, home?: RegExp): string[] =>
  items
    .filter((item) => textOf(item).includes(secret) && !home?.test(String(item['SK'])))
    .map((item) => `staysHome: ${String(item['PK'])} ${String(item['SK'])} contains a secret`);
