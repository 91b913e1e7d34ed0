import { invalid } from './errors.ts';
import { type OperandSyntax, type Path, type PathSyntax, valueAt } from './operands.ts';
import type { Parsed } from './tokens.ts';
import { type Item, stored, type Value } from './values.ts';

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
  operand(syntax: OperandSyntax): Operand;
}

/** Creates the scope of a request. Throws if its expressions leave a defined placeholder unused. */
export function scopeOf(request: Placeholders, expressions: readonly (Parsed<unknown> | undefined)[]): Scope {
  const { ExpressionAttributeNames: names = {}, ExpressionAttributeValues = {} } = rejectEmpty(request);
  const values = new Map(Object.entries(ExpressionAttributeValues).filter(([, value]) => value !== undefined));
  for (const alias of [...Object.keys(names), ...values.keys()]) {
    const isUsed = expressions.some((expression) => expression?.placeholders.has(alias));
    if (!isUsed) throw invalid(`Value or name unused in expressions: ${alias}`);
  }
  const path = (syntax: PathSyntax): Path => syntax.map((step) => resolved(step, names));
  return {
    path,
    operand(syntax) {
      if (syntax.kind === 'path') {
        const at = path(syntax.path);
        return { path: at, of: (item) => valueAt(item, at) };
      }
      if (!values.has(syntax.alias)) throw invalid(`An expression attribute value is not defined: ${syntax.alias}`);
      const literal = stored(values.get(syntax.alias));
      return { literal, of: () => literal };
    },
  };
}

function rejectEmpty(request: Placeholders): Placeholders {
  for (const given of [request.ExpressionAttributeNames, request.ExpressionAttributeValues]) {
    if (given && Object.keys(given).length === 0)
      throw invalid('Expression attribute names or values must not be empty');
  }
  return request;
}

function resolved(step: string, names: Record<string, string>): string {
  if (!step.startsWith('#')) return step;
  const name = names[step];
  if (name === undefined) throw invalid(`An expression attribute name is not defined: ${step}`);
  return name;
}
