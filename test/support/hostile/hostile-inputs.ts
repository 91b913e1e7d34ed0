/** The size of hostile values in bytes: just below the largest size of a body. */
export const BYTES = 250_000;

/**
 * Pieces of text that a bad pattern can match in several ways, that grow when they are escaped or normalized, or that
 * some decoder has to repair.
 */
const PIECES = [
  ...['.', 'a.', 'a@.', '-', '/', ',', '=>', '(', '{', '_', 'a_', 'aA', 'a_b(', 'f_g(a,', '0', 'a'],
  ...['김', '\u1112\u1161\u11ab', '\u0301', '😀', '\ud83d', '\ufffd', '\u0001'],
  ...['"', "'", '\\', '%', ' ', '\n', '\u00a0'],
];

const repeated = (piece: string, bytes: number) => piece.repeat(Math.ceil(bytes / Buffer.byteLength(piece)));

/**
 * The lengths of hostile texts. The first is just within the longest limit of a field, because checks after the limit
 * see only such texts. With the second, a quadratic check already exceeds the CPU limit. `HOSTILE_BODIES` has longer
 * ones.
 */
const SIZES = [7_900, 30_000];

/** Returns long texts of one repeated piece, after `valid` and before an end that most patterns reject. */
export const hostileTexts = (valid: string): string[] =>
  PIECES.flatMap((piece) => SIZES.map((bytes) => `${valid}${repeated(piece, bytes)} `));

/** Returns long lists, each of one repeated item: 0, an empty text, list or object, or the valid item. */
const hostileLists = (item: unknown): unknown[] => [
  ...[0, '', [], {}, item].map((one) => Array(Math.floor(BYTES / (JSON.stringify(one).length + 1))).fill(one)),
];

/** Returns objects with many fields, with a long name, or with one field nested up to the limit. */
const hostileObjects = (): unknown[] => [
  Object.fromEntries(Array.from({ length: Math.floor(BYTES / 12) }, (_, n) => [`f${n}`, 0])),
  Object.fromEntries(Array.from({ length: Math.floor(BYTES / 11) }, (_, n) => [String(n), 0])),
  ...['a', '"', '김', '\u0001'].map((piece) => ({ [repeated(piece, BYTES)]: 0 })),
  JSON.parse(`${'{"a":'.repeat(28)}[${repeated('[],', BYTES)}[]]${'}'.repeat(28)}`),
];

/** Bodies that are not JSON, are nested too deeply, or contain one very long text or number. */
export const HOSTILE_BODIES = [
  ...PIECES.map((piece) => repeated(piece, BYTES)),
  ...['[', '{"a":', '[{"a":', '"\\u0001'].map((piece) => repeated(piece, BYTES)),
  `"${repeated('\\ud800', BYTES)}"`,
  `{"a":${repeated('9', BYTES)}}`,
  `{"a":1e${repeated('9', BYTES)}}`,
];

/** The keywords of JSON Schema that say where a value can be. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

/** Follows a reference. */
type Resolve = (schema: Schema) => Schema;

interface Place {
  readonly path: readonly string[];
  readonly schema: Schema;
}

/**
 * Returns copies of a valid input, each with one hostile value: at the root, in each field and in the first item of
 * each list that the schema has. A schema that is used in several places gets hostile values only in the first.
 */
export const hostileInputs = (root: Schema, valid: unknown, resolve: Resolve): unknown[] =>
  placesIn({ path: [], schema: root }, resolve, new Set()).flatMap(({ path, schema }) =>
    hostileFor(schema, valueAt(valid, path)).map((value) => withValue(valid, path, value)),
  );

function placesIn(place: Place, resolve: Resolve, seen: Set<Schema>): Place[] {
  const schema = resolve(place.schema);
  if (seen.has(schema)) return [];
  seen.add(schema);
  const inner = (step: string | undefined, child: Schema) =>
    placesIn({ path: step === undefined ? place.path : [...place.path, step], schema: child }, resolve, seen);
  return [
    { path: place.path, schema },
    ...(schema.anyOf ?? []).flatMap((child) => inner(undefined, child)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, child]) => inner(name, child)),
    ...(schema.items ? inner('0', schema.items) : []),
  ];
}

function hostileFor({ type, anyOf, properties, items }: Schema, valid: unknown): unknown[] {
  if (properties) return hostileObjects().map((more) => ({ ...Object(valid), ...Object(more) }));
  if (items) return hostileLists(Array.isArray(valid) ? valid[0] : 'x');
  if (anyOf || [type].flat().includes('boolean')) return [];
  return hostileTexts(typeof valid === 'string' ? valid : '');
}

const valueAt = (root: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, step) => Reflect.get(Object(value), step), root);

function withValue(root: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value;
  const child = withValue(Reflect.get(Object(root), step), rest, value);
  if (Array.isArray(root)) return root.with(Number(step), child);
  return { ...Object(root), [step]: child };
}
