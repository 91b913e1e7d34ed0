import { isDeepStrictEqual } from 'node:util';
import {
  allKeysOf,
  breaksClient,
  type Comparison,
  type Direction,
  type Effect,
  includesEqual,
  isJsonObject,
  type Json,
  jsonObjectOrEmpty,
  listOrEmpty,
  resolveReference,
  shortText,
} from './difference.ts';
import { keywordEffect } from './keywords.ts';

/** Compares what two schemas allow. A named schema is compared once for each direction, under its own name. */
export function compareSchemas(
  comparison: Comparison,
  where: string,
  before: unknown,
  after: unknown,
  direction: Direction,
) {
  const [old, now] = [asSchema(before), asSchema(after)];
  const name = old['$ref'] === now['$ref'] ? nameOf(old) : undefined;
  if (name === undefined) {
    compareKeywords(
      comparison,
      where,
      resolveReference(comparison.before, old),
      resolveReference(comparison.after, now),
      direction,
    );
    return;
  }
  const { $ref, ...beside } = old;
  compareKeywords(comparison, where, beside, { ...now, $ref: undefined }, direction);
  const place = `${direction} ${name}`;
  if (comparison.seen.has(place)) return;
  comparison.seen.add(place);
  compareKeywords(
    comparison,
    place,
    resolveReference(comparison.before, { $ref }),
    resolveReference(comparison.after, { $ref }),
    direction,
  );
}

/** Returns a schema as an object. A boolean is also a schema: true allows every value, false none. */
const asSchema = (value: unknown): Json => (value === false ? { not: {} } : jsonObjectOrEmpty(value));

const nameOf = ({ $ref }: Json) => (typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : undefined);

function compareKeywords(comparison: Comparison, where: string, before: Json, after: Json, direction: Direction): void {
  for (const keyword of allKeysOf(before, after)) {
    const [old, now] = [before[keyword], after[keyword]];
    const inner = INNER[keyword];
    if (inner) inner(comparison, { where, keyword, old, now, direction });
    else if (!isDeepStrictEqual(old, now)) {
      addDifference(comparison, { where, keyword, old, now, direction }, keywordEffect(keyword, old, now) ?? 'changed');
    }
  }
}

interface Change {
  readonly where: string;
  readonly keyword: string;
  readonly old: unknown;
  readonly now: unknown;
  readonly direction: Direction;
}

function addDifference({ found }: Comparison, { where, keyword, old, now, direction }: Change, effect: Effect): void {
  // A new code breaks no client, because clients branch on the status if they do not know a code.
  const newCode = direction === 'failure' && effect === 'more' && keyword === 'enum';
  const breaks = !newCode && breaksClient(effect, direction);
  found.push({ where, what: `${keyword}: ${changeText(keyword, old, now)}`, breaks });
}

/** For two lists, returns only what was added and removed: long lists are cut off and could look the same. */
function changeText(keyword: string, old: unknown, now: unknown): string {
  if (!LISTS.has(keyword) || !Array.isArray(old) || !Array.isArray(now)) return `${shortText(old)} → ${shortText(now)}`;
  const named = (verb: string, values: readonly unknown[]) =>
    values.length > 0 ? [`${verb} ${values.map((value) => JSON.stringify(value)).join(', ')}`] : [];
  const removed = old.filter((one) => !includesEqual(now, one));
  const added = now.filter((one) => !includesEqual(old, one));
  return [...named('removed', removed), ...named('added', added)].join('; ') || 'another order';
}

const LISTS = new Set(['enum', 'required', 'type']);

type Inner = (comparison: Comparison, change: Change) => void;

/** Keywords with schemas inside, which are compared even if equal: equal references can lead to different schemas. */
const INNER: Readonly<Record<string, Inner>> = {
  properties: compareProperties,
  items: compareSubschema,
  // biome-ignore lint/suspicious/noThenProperty: the name of the keyword
  then: compareSubschema,
  else: compareSubschema,
  additionalProperties: compareSubschema,
  anyOf: (comparison, change) => compareBranches(comparison, change, { added: 'more', removed: 'fewer' }),
  oneOf: (comparison, change) => compareBranches(comparison, change, { added: 'changed', removed: 'changed' }),
  allOf: (comparison, change) => compareBranches(comparison, change, { added: 'fewer', removed: 'more' }),
};

/** A client ignores unknown fields and sends no new ones, so a new field breaks nobody unless it is required. */
function compareProperties(comparison: Comparison, { where, old, now, direction }: Change): void {
  const [before, after] = [jsonObjectOrEmpty(old), jsonObjectOrEmpty(now)];
  for (const name of allKeysOf(before, after)) {
    const place = `${where}.${name}`;
    if (!(name in after)) comparison.found.push({ where: place, what: 'field removed', breaks: true });
    else if (!(name in before)) comparison.found.push({ where: place, what: 'field added', breaks: false });
    else compareSchemas(comparison, place, before[name], after[name], direction);
  }
}

function compareSubschema(comparison: Comparison, change: Change): void {
  const { where, keyword, old, now, direction } = change;
  const isOpen = (value: unknown) => value === undefined || value === true;
  if (isJsonObject(old) && isJsonObject(now)) {
    compareSchemas(comparison, `${where} ${keyword}`, old, now, direction);
  } else if (!isDeepStrictEqual(old, now)) {
    addDifference(
      comparison,
      change,
      isOpen(old) ? (isOpen(now) ? 'words' : 'fewer') : isOpen(now) ? 'more' : 'changed',
    );
  }
}

function compareBranches(comparison: Comparison, change: Change, effects: { added: Effect; removed: Effect }): void {
  const { where, keyword, old, now, direction } = change;
  if (old === undefined || now === undefined) {
    addDifference(comparison, change, old === undefined ? 'fewer' : 'more');
    return;
  }
  const [before, after] = [listOrEmpty(old), listOrEmpty(now)];
  for (const branch of before.filter((one) => includesEqual(after, one))) {
    compareSchemas(comparison, `${where} ${keyword}`, branch, branch, direction);
  }
  // Pairs the branches that are in only one document. Each pair counts as one changed branch.
  const removed = before.filter((one) => !includesEqual(after, one));
  const added = after.filter((one) => !includesEqual(before, one));
  const pairs = Math.min(removed.length, added.length);
  for (let index = 0; index < pairs; index += 1) {
    compareSchemas(comparison, `${where} ${keyword}`, removed[index], added[index], direction);
  }
  for (const branch of removed.slice(pairs))
    addDifference(comparison, { ...change, old: branch, now: undefined }, effects.removed);
  for (const branch of added.slice(pairs))
    addDifference(comparison, { ...change, old: undefined, now: branch }, effects.added);
}
