import { COUNT, FORM, INVARIANTS, isLineCountCorrect, isValidItem } from '../../operator/invariants/invariants.ts';
import { itemKey } from '../../operator/invariants/item-kinds.ts';
import type { Rule } from '../../operator/invariants/rule.ts';
import { MAX_ATTEMPTS } from '../../shared/domain/deliveries/retry-policy.ts';
import { keys } from '../../shared/store/table/keys.ts';
import type { Item, TableView } from './table-view.ts';

/** A rule for the table. Returns a text for every place where it is broken. */
type Invariant = (table: TableView) => readonly string[];

const textOfKey = (item: Item) => Object.values(itemKey(item)).join(' ');

/** The proofs check at a time by which every call that may expire has expired, and every request has ended. */
const AT_THE_END_MS = Number.POSITIVE_INFINITY;

const holdEverywhere =
  (rules: readonly Rule[]): Invariant =>
  ({ of, at }) =>
    rules.flatMap((rule) =>
      of(rule.of)
        .filter((item) => !rule.holds(item, rule.about(item).map(at), AT_THE_END_MS))
        .map(textOfKey),
    );

const everyItemHasItsForm: Invariant = ({ items }) => items.filter((item) => !isValidItem(item)).map(textOfKey);

const activeLinesAreCounted: Invariant = ({ partners, delegations }) =>
  partners
    .filter((partner) => {
      const { PK } = keys.partner(partner.partnerId);
      return !isLineCountCorrect(partner, delegations.filter((one) => one.PK === PK && one.status === 'active').length);
    })
    .map(({ PK }) => PK);

/** L2: a partner has no more lines than its quota. An operator may break this by lowering a quota. */
const quotasHold: Invariant = ({ partners }) =>
  partners.filter(({ lineCount, quota = lineCount }) => lineCount > quota).map(({ PK }) => PK);

/** L7: two idempotency keys never name one line. */
const keysNameDifferentLines: Invariant = ({ idempotencyRecords }) =>
  [...Map.groupBy(idempotencyRecords, ({ tenantId }) => tenantId)]
    .filter(([, records]) => records.length > 1)
    .map(([tenantId]) => tenantId);

/** D2: every delivery is settled. */
const deliveriesAreSettled: Invariant = ({ deliveries }) =>
  deliveries.filter(({ status }) => status === 'pending').map(({ PK }) => PK);

const { terminationsAreComplete, ...always } = Object.fromEntries(
  Object.entries(INVARIANTS).map(([name, rules]) => [name, holdEverywhere(rules)]),
);

/** Invariants that hold after every step, even after faults. */
export const ALWAYS: Readonly<Record<string, Invariant>> = {
  ...always,
  [FORM]: everyItemHasItsForm,
  [COUNT]: activeLinesAreCounted,
  quotasHold,
  keysNameDifferentLines,
};

/** Invariants that hold once faults have ended, callers have retried, and time has passed. */
export const AT_REST: Readonly<Record<string, Invariant>> = {
  ...ALWAYS,
  ...(terminationsAreComplete && { terminationsAreComplete }),
  deliveriesAreSettled,
};

/** What an earlier release breaks, which this version repairs with `delivery index` (ADR 58). */
export const BROKEN_BY_EARLIER_RELEASES: readonly string[] = ['undeliveredIsIndexed'];

/** Returns the broken invariants but the `tolerated` ones, each with its name and place. */
export const broken = (
  invariants: Readonly<Record<string, Invariant>>,
  table: TableView,
  tolerated: readonly string[] = [],
): string[] =>
  Object.entries(invariants)
    .filter(([name]) => !tolerated.includes(name))
    .flatMap(([name, holds]) => holds(table).map((place) => `${name}: ${place}`));

/** D7: a settled delivery stays settled, except after a late 2xx, a replay, or the deletion of its call. */
export const settledStays = (before: TableView, after: TableView): string[] =>
  before.deliveries.flatMap(({ callId, status, series }) => {
    const now = after.deliveries.find((row) => row.callId === callId);
    if (now === undefined) return [`settledStays: delivery ${callId} was deleted`];
    if (now.skipReason === 'deleted' || now.series > series || status === 'pending') return [];
    const isAllowed = now.status === status || (status === 'dead' && now.status === 'delivered');
    return isAllowed ? [] : [`settledStays: delivery ${callId} went from ${status} to ${now.status}`];
  });

/** D3: a call has no more requests on the wire than claims, and at most eight in a round. */
export const requestsWereClaimed = ({ deliveries }: TableView, requests: ReadonlyMap<string, number>): string[] =>
  deliveries
    .filter(({ callId, series, attempts }) => (requests.get(callId) ?? 0) > (series - 1) * MAX_ATTEMPTS + attempts)
    .map(
      ({ callId, attempts }) =>
        `requestsWereClaimed: ${callId} had ${requests.get(callId)} requests, ${attempts} attempts`,
    );

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
    .map((item) => `staysHome: ${textOfKey(item)} contains a secret`);
