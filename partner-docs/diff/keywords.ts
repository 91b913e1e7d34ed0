import { type Effect, includesEqual, listOrEmpty } from './difference.ts';

/** Returns how a changed JSON Schema keyword affects the allowed values, or `undefined` if the keyword is unknown. */
export function keywordEffect(keyword: string, before: unknown, after: unknown): Effect | undefined {
  if (WORDS.has(keyword) || keyword.startsWith('x-')) return 'words';
  if (UPPER_BOUNDS.has(keyword)) return boundEffect(before, after, (old, now) => now < old);
  if (LOWER_BOUNDS.has(keyword)) return boundEffect(before, after, (old, now) => now > old);
  if (keyword === 'enum' || keyword === 'const') return listEffect(listOf(keyword, before), listOf(keyword, after));
  if (keyword === 'type') return listEffect(allowedTypes(before), allowedTypes(after));
  if (keyword === 'required') return requiredEffect(before, after);
  if (CONDITIONS.has(keyword)) return before === undefined ? 'fewer' : after === undefined ? 'more' : 'changed';
  return undefined;
}

const WORDS = new Set(['description', 'title', 'example', 'examples', 'deprecated', '$comment', 'externalDocs']);
const UPPER_BOUNDS = new Set(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']);
const LOWER_BOUNDS = new Set(['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']);
const CONDITIONS = new Set(['pattern', 'format', 'multipleOf', 'uniqueItems', 'not']);

function boundEffect(before: unknown, after: unknown, isStricter: (old: number, now: number) => boolean): Effect {
  if (before === undefined) return 'fewer';
  if (after === undefined) return 'more';
  if (typeof before !== 'number' || typeof after !== 'number') return 'changed';
  return isStricter(before, after) ? 'fewer' : 'more';
}

/** Compares two lists of allowed values. An `undefined` list allows every value. */
function listEffect(before: readonly unknown[] | undefined, after: readonly unknown[] | undefined): Effect {
  if (before === undefined) return 'fewer';
  if (after === undefined) return 'more';
  const lost = before.some((value) => !includesEqual(after, value));
  const gained = after.some((value) => !includesEqual(before, value));
  return lost && gained ? 'changed' : lost ? 'fewer' : gained ? 'more' : 'words';
}

const listOf = (keyword: string, value: unknown) =>
  value === undefined ? undefined : keyword === 'const' ? [value] : Array.isArray(value) ? value : [value];

/** Returns the allowed types; `undefined` if all are allowed. A schema that allows numbers also allows integers. */
function allowedTypes(value: unknown): unknown[] | undefined {
  if (value === undefined) return undefined;
  const types = [value].flat();
  return types.includes('number') ? [...types, 'integer'] : types;
}

function requiredEffect(before: unknown, after: unknown): Effect {
  const effect = listEffect(listOrEmpty(before), listOrEmpty(after));
  return effect === 'fewer' ? 'more' : effect === 'more' ? 'fewer' : effect;
}
