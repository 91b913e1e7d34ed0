import * as z from 'zod';

/**
 * Looks up what the names in one template refer to. A name is looked up only when the value that contains it is
 * resolved. Names in values that are never resolved may be unknown.
 */
export interface Scope {
  readonly ref: (name: string) => unknown;
  readonly attribute: (logicalId: string, attribute: string) => unknown;
  readonly importValue: (exportName: string) => unknown;
  readonly condition: (name: string) => boolean;
  readonly mapping: (map: string, key: string, subkey: string) => unknown;
}

/** Stands for `AWS::NoValue`. A property or list entry with this value is left out. */
export const NO_VALUE = Symbol('AWS::NoValue');

/** Returns the value with every intrinsic function replaced by its result. Throws on an unknown function. */
export function resolve(value: unknown, scope: Scope): unknown {
  if (Array.isArray(value)) return value.map((entry) => resolve(entry, scope)).filter((entry) => entry !== NO_VALUE);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [first] = entries;
  if (first && entries.length === 1) {
    const [name, argument] = first;
    const intrinsic = INTRINSICS.get(name);
    if (intrinsic) return intrinsic(argument, scope);
    if (name.startsWith('Fn::')) throw new Error(`${name} is not understood by the local service`);
  }
  return Object.fromEntries(
    entries.map(([key, child]) => [key, resolve(child, scope)] as const).filter(([, child]) => child !== NO_VALUE),
  );
}

/** Evaluates a condition of a template. `{"Condition": name}` refers to another condition. */
export function holds(condition: unknown, scope: Scope): boolean {
  const other = z.strictObject({ Condition: z.string() }).safeParse(condition);
  return other.success ? scope.condition(other.data.Condition) : z.boolean().parse(resolve(condition, scope));
}

type Intrinsic = (argument: unknown, scope: Scope) => unknown;

/** Returns an intrinsic function that resolves its argument before it calls `run`. */
const eager =
  <S extends z.ZodType>(schema: S, run: (argument: z.output<S>, scope: Scope) => unknown): Intrinsic =>
  (argument, scope) =>
    run(schema.parse(resolve(argument, scope)), scope);

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String);

const INTRINSICS: ReadonlyMap<string, Intrinsic> = new Map<string, Intrinsic>([
  ['Ref', eager(z.string(), (name, scope) => scope.ref(name))],
  ['Fn::GetAtt', eager(z.union([z.string(), z.tuple([z.string(), z.string()])]), getAttribute)],
  ['Fn::Join', eager(z.tuple([z.string(), z.array(text)]), ([separator, parts]) => parts.join(separator))],
  ['Fn::Split', eager(z.tuple([z.string(), z.string()]), ([separator, whole]) => whole.split(separator))],
  ['Fn::Select', eager(z.tuple([z.coerce.number().int().min(0), z.array(z.unknown())]), select)],
  ['Fn::Sub', substitute],
  ['Fn::ImportValue', eager(z.string(), (name, scope) => scope.importValue(name))],
  [
    'Fn::FindInMap',
    eager(z.tuple([z.string(), text, text]), ([map, key, subkey], scope) => scope.mapping(map, key, subkey)),
  ],
  ['Fn::If', choose],
  ['Fn::Equals', eager(z.tuple([z.unknown(), z.unknown()]), ([left, right]) => String(left) === String(right))],
  ['Fn::Not', (argument, scope) => !conditions(argument, scope)[0]],
  ['Fn::And', (argument, scope) => conditions(argument, scope).every(Boolean)],
  ['Fn::Or', (argument, scope) => conditions(argument, scope).some(Boolean)],
]);

const conditions = (argument: unknown, scope: Scope) =>
  z
    .array(z.unknown())
    .min(1)
    .parse(argument)
    .map((condition) => holds(condition, scope));

function getAttribute(target: string | [string, string], scope: Scope): unknown {
  if (typeof target !== 'string') return scope.attribute(...target);
  const [logicalId = '', ...attribute] = target.split('.');
  return scope.attribute(logicalId, attribute.join('.'));
}

function select([index, list]: [number, unknown[]]): unknown {
  if (index >= list.length)
    throw new Error(`Fn::Select has the index ${index}, but its list has the length ${list.length}`);
  return list[index];
}

/** Resolves only the branch that the condition selects. */
function choose(argument: unknown, scope: Scope): unknown {
  const [condition, then, otherwise] = z.tuple([z.string(), z.unknown(), z.unknown()]).parse(argument);
  return resolve(scope.condition(condition) ? then : otherwise, scope);
}

/**
 * `${!literal}` becomes `${literal}`, and `${a.b}` is an attribute. `${a}` is a variable that the argument of `Fn::Sub`
 * defines, or else a Ref.
 */
function substitute(argument: unknown, scope: Scope): string {
  const [template, own] = z
    .union([
      z.string().transform((only) => [only, {}] as const),
      z.tuple([z.string(), z.record(z.string(), z.unknown())]),
    ])
    .parse(argument);
  const variables: Record<string, unknown> = own;
  return template.replace(/\$\{(!?)([^}]+)\}/g, (_whole, literal: string, raw: string) => {
    if (literal) return `\${${raw}}`;
    const name = raw.trim();
    if (Object.hasOwn(variables, name)) return text.parse(resolve(variables[name], scope));
    return text.parse(name.includes('.') ? getAttribute(name, scope) : scope.ref(name));
  });
}
