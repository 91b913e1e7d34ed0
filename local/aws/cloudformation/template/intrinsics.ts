import * as z from 'zod';

/**
 * Looks up what the names in one template refer to. A name is looked up only when the value that contains it is
 * resolved. So a value that is never resolved may contain an unknown name.
 */
export interface Scope {
  readonly ref: (name: string) => unknown;
  readonly attribute: (logicalId: string, attribute: string) => unknown;
  readonly importValue: (exportName: string) => unknown;
}

/** Returns the value with every intrinsic function replaced by its result. Throws on an unknown `Fn::…`. */
export function resolveIntrinsics(value: unknown, scope: Scope): unknown {
  if (Array.isArray(value)) return value.map((entry) => resolveIntrinsics(entry, scope));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [first] = entries;
  if (first && entries.length === 1) {
    const [name, argument] = first;
    const intrinsic = INTRINSICS.get(name);
    if (intrinsic) return intrinsic(argument, scope);
    if (name.startsWith('Fn::')) throw new Error(`The local service does not understand ${name}`);
  }
  return Object.fromEntries(entries.map(([key, child]) => [key, resolveIntrinsics(child, scope)]));
}

type Intrinsic = (argument: unknown, scope: Scope) => unknown;

/** Makes an intrinsic function that resolves its argument before it runs `run`. */
const eager =
  <S extends z.ZodType>(schema: S, run: (argument: z.output<S>, scope: Scope) => unknown): Intrinsic =>
  (argument, scope) =>
    run(schema.parse(resolveIntrinsics(argument, scope)), scope);

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String);

/** Replaces `${a}` by the Ref of `a`. Our stacks have no other form of `Fn::Sub`, so the other forms are rejected. */
const substituteReferences = (template: string, scope: Scope): string =>
  template.replace(/\$\{([^}]+)\}/g, (_whole, name: string) => text.parse(scope.ref(name)));

const INTRINSICS: ReadonlyMap<string, Intrinsic> = new Map<string, Intrinsic>([
  ['Ref', eager(z.string(), (name, scope) => scope.ref(name))],
  ['Fn::GetAtt', eager(z.tuple([z.string(), z.string()]), (target, scope) => scope.attribute(...target))],
  ['Fn::Join', eager(z.tuple([z.string(), z.array(text)]), ([separator, parts]) => parts.join(separator))],
  ['Fn::Split', eager(z.tuple([z.string(), z.string()]), ([separator, whole]) => whole.split(separator))],
  ['Fn::Select', eager(z.tuple([z.coerce.number().int().min(0), z.array(z.unknown())]), selectFromList)],
  ['Fn::Sub', eager(z.string(), substituteReferences)],
  ['Fn::ImportValue', eager(z.string(), (name, scope) => scope.importValue(name))],
]);

function selectFromList([index, list]: [number, unknown[]]): unknown {
  if (index >= list.length)
    throw new Error(`Fn::Select has the index ${index}, but its list has the length ${list.length}`);
  return list[index];
}
