import { hostileLists, hostileObjects, hostileTexts } from './hostile-values.ts';

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
