import { isDeepStrictEqual } from 'node:util';

export type Json = Readonly<Record<string, unknown>>;

/** Where a value comes from: the client, a successful response or an event, or a failure. */
export type Direction = 'sent' | 'received' | 'failure';

/** How a change affects the allowed values. `changed` may remove some and add others; `words` has no effect. */
export type Effect = 'fewer' | 'more' | 'changed' | 'words';

export interface Difference {
  readonly where: string;
  readonly what: string;
  /** Whether the change can break a client that worked before. */
  readonly breaks: boolean;
}

/** A client breaks if it may send fewer values or can receive new ones. `changed` can mean both. */
export const breaksClient = (effect: Effect, direction: Direction): boolean =>
  effect === 'changed' || (effect === 'fewer' ? direction === 'sent' : effect === 'more' && direction !== 'sent');

/** The two documents, and the differences found so far. */
export interface Comparison {
  readonly before: Json;
  readonly after: Json;
  readonly found: Difference[];
  /** The named schemas that were already compared, each with its direction. */
  readonly seen: Set<string>;
}

export const isJsonObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const jsonObjectOrEmpty = (value: unknown): Json => (isJsonObject(value) ? value : {});

export const listOrEmpty = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const includesEqual = (list: readonly unknown[], value: unknown) =>
  list.some((other) => isDeepStrictEqual(other, value));

/** Returns a value as text for people, cut off if it is long. */
export function shortText(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

/** Returns the target of a reference, or the value itself if it is no reference. Marks a reference without a target. */
export function resolveReference(document: Json, value: unknown): Json {
  const node = jsonObjectOrEmpty(value);
  const { $ref, ...beside } = node;
  if (typeof $ref !== 'string') return node;
  const target = $ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>(
      (parent, name) => jsonObjectOrEmpty(parent)[name.replaceAll('~1', '/').replaceAll('~0', '~')],
      document,
    );
  return { ...(isJsonObject(target) ? target : { 'a reference without a target': $ref }), ...beside };
}

export const allKeysOf = (...objects: readonly Json[]): string[] => [...new Set(objects.flatMap(Object.keys))];
