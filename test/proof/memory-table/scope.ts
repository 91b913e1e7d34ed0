import { invalid } from './errors.ts';
import type { OperandSyntax, PathSyntax } from './operands.ts';
import { type Path, valueAt } from './paths.ts';
import type { Parsed } from './tokens.ts';
import { type Item, stored, typeOf, type Value } from './values.ts';

export interface Placeholders {
  readonly ExpressionAttributeNames?: Record<string, string> | undefined;
  readonly ExpressionAttributeValues?: Record<string, unknown> | undefined;
}

/** An operand. Its value is `undefined` for an item without the attribute. */
export interface Operand {
  /** The value if it does not depend on the item. */
  readonly literal?: Value;
  readonly path?: Path;
  readonly of: (item: Item) => Value | undefined;
}

/** The names and values of the placeholders of one request. */
export interface Scope {
  path(syntax: PathSyntax): Path;
  value(alias: string): Value;
  operand(syntax: OperandSyntax): Operand;
}

/** Creates the scope of a request. Throws if its expressions leave a defined placeholder unused. */
export function scopeOf(request: Placeholders, expressions: readonly (Parsed<unknown> | undefined)[]): Scope {
  rejectEmpty(request);
  const names = request.ExpressionAttributeNames ?? {};
  const values = valuesOf(request.ExpressionAttributeValues ?? {});
  for (const alias of [...Object.keys(names), ...values.keys()]) {
    const isUsed = expressions.some((expression) => expression?.placeholders.has(alias));
    if (!isUsed) throw invalid(`Value or name unused in expressions: ${alias}`);
  }
  const value = (alias: string): Value => {
    const found = values.get(alias);
    if (found === undefined) throw invalid(`An expression attribute value is not defined: ${alias}`);
    return found;
  };
  const path = (syntax: PathSyntax): Path => syntax.map((step) => resolved(step, names));
  const operand = (syntax: OperandSyntax): Operand => {
    if (syntax.kind === 'value') {
      const literal = value(syntax.alias);
      return { literal, of: () => literal };
    }
    const at = path(syntax.path);
    if (syntax.kind === 'path') return { path: at, of: (item) => valueAt(item, at) };
    return { of: (item) => sizeOf(valueAt(item, at)) };
  };
  return { path, value, operand };
}

function rejectEmpty({ ExpressionAttributeNames, ExpressionAttributeValues }: Placeholders): void {
  for (const given of [ExpressionAttributeNames, ExpressionAttributeValues]) {
    if (given && Object.keys(given).length === 0)
      throw invalid('Expression attribute names or values must not be empty');
  }
}

function valuesOf(given: Record<string, unknown>): Map<string, Value> {
  const values = new Map<string, Value>();
  for (const [alias, value] of Object.entries(given)) if (value !== undefined) values.set(alias, stored(value));
  return values;
}

function resolved(step: string | number, names: Record<string, string>): string | number {
  if (typeof step === 'number' || !step.startsWith('#')) return step;
  const name = names[step];
  if (name === undefined) throw invalid(`An expression attribute name is not defined: ${step}`);
  return name;
}

/** Evaluates `size(…)`: the length of a string, or the number of members. */
function sizeOf(value: Value | undefined): number | undefined {
  if (value === undefined) return undefined;
  switch (typeOf(value)) {
    case 'S':
      return String(value).length;
    case 'L':
    case 'M':
      return Object.keys(Object(value)).length;
    case 'SS':
    case 'NS':
      return value instanceof Set ? value.size : undefined;
    default:
      return undefined;
  }
}
