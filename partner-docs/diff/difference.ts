export type Json = Readonly<Record<string, unknown>>;

/** Where a value of the schema comes from: the client, a successful response, or a failure. */
export type Direction = 'sent' | 'received' | 'failure';

/**
 * What a change does to the set of allowed values. `changed` means that it may remove some values and add others;
 * `words` means that it has no effect.
 */
export type Effect = 'fewer' | 'more' | 'changed' | 'words';

export interface Difference {
  readonly where: string;
  readonly what: string;
  /** Whether a client that worked before may now fail. */
  readonly breaks: boolean;
}

/**
 * A change breaks a client if the client may send fewer values than before, or may receive values that it has never
 * seen.
 */
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

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value if it is an object, otherwise an empty object. */
export const asJson = (value: unknown): Json => (isJson(value) ? value : {});

/** A value for people to read; a long one is cut off. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

/** The target of a reference, or the value itself if it is no reference. A dangling reference is marked as such. */
export function resolved(document: Json, value: unknown): Json {
  const node = asJson(value);
  const { $ref, ...beside } = node;
  if (typeof $ref !== 'string') return node;
  const target = $ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((parent, name) => asJson(parent)[name.replaceAll('~1', '/').replaceAll('~0', '~')], document);
  return { ...(isJson(target) ? target : { 'a reference to nothing': $ref }), ...beside };
}

export const keysOf = (...objects: readonly Json[]): string[] => [...new Set(objects.flatMap(Object.keys))];
