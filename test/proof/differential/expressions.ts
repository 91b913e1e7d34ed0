/** A part of an expression with the names and values that it uses. */
export type Fragment = readonly Piece[];
type Piece = string | { readonly name: string } | { readonly value: unknown } | Fragment;

/** Returns the path of an attribute, with an alias for each name in it. Only names of keys may have none. */
export const attribute = (path: string, aliased = true): Fragment =>
  path.split('.').flatMap((name, depth) => [...(depth > 0 ? ['.'] : []), aliased ? { name } : name]);

export const literal = (value: unknown): Fragment => [{ value }];

export const joined = (fragments: readonly Fragment[], by: string): Fragment =>
  fragments.flatMap((fragment, index) => (index === 0 ? fragment : [by, ...fragment]));

const FIELDS = ['UpdateExpression', 'ConditionExpression', 'KeyConditionExpression', 'FilterExpression'] as const;
type Field = (typeof FIELDS)[number];

/** The fields of a request that contain expressions, and the names and values of their placeholders. */
export type ExpressionFields = { readonly [F in Field]?: string | undefined } & {
  readonly ExpressionAttributeNames?: Record<string, string> | undefined;
  readonly ExpressionAttributeValues?: Record<string, unknown> | undefined;
};

/** Returns the expressions as strings, with their names and values. */
export function fieldsWith(
  expressions: { readonly [F in Field]?: Fragment | undefined },
  resolve: (value: unknown) => unknown,
): ExpressionFields {
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  const text = (piece: Piece): string => {
    if (typeof piece === 'string') return piece;
    if ('name' in piece) {
      names[`#${piece.name}`] = piece.name;
      return `#${piece.name}`;
    }
    if ('value' in piece) {
      const alias = `:v${Object.keys(values).length}`;
      values[alias] = resolve(piece.value);
      return alias;
    }
    return piece.map(text).join('');
  };
  const texts: { [F in Field]?: string } = {};
  for (const field of FIELDS) {
    const fragment = expressions[field];
    if (fragment) texts[field] = text(fragment);
  }
  return {
    ...texts,
    ...(Object.keys(names).length > 0 ? { ExpressionAttributeNames: names } : {}),
    ...(Object.keys(values).length > 0 ? { ExpressionAttributeValues: values } : {}),
  };
}
