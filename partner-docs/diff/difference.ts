export type Json = Readonly<Record<string, unknown>>;

/** Who makes what a schema describes: the client, or the service in a success, or in a failure. */
export type Direction = 'sent' | 'received' | 'failure';

/** What a change does to the values that are possible: fewer, more, or neither is sure. `words`: nothing. */
export type Effect = 'fewer' | 'more' | 'changed' | 'words';

export interface Difference {
  readonly where: string;
  readonly what: string;
  /** A client that was right before may be wrong now. */
  readonly breaks: boolean;
}

/** A client breaks when it may send less than before, or may receive what it has never seen. */
export const breaksClient = (effect: Effect, direction: Direction): boolean =>
  effect === 'changed' || (effect === 'fewer' ? direction === 'sent' : effect === 'more' && direction !== 'sent');

/** Two documents that are compared, and what was found so far. */
export interface Comparison {
  readonly before: Json;
  readonly after: Json;
  readonly found: Difference[];
  /** Named schemas that were compared already, with their direction. */
  readonly seen: Set<string>;
}

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const asJson = (value: unknown): Json => (isJson(value) ? value : {});

/** For humans: short values as they are, long ones by their beginning. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

/** What a reference leads to; itself when it is none. A reference to nothing leads to nothing. */
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
