/** Named conditions that must all hold. The names let a test leave out one condition at a time and show what breaks. */
export type Clauses = Readonly<Record<string, string>>;

export interface Parts {
  /** `SET …`, `REMOVE …`, `ADD …` */
  readonly update?: string;
  readonly condition?: Clauses;
  readonly values?: Readonly<Record<string, unknown>>;
}

/**
 * Returns the expression fields of a write. `#name` always stands for the attribute `name`, because many of our names
 * are reserved words. Values that no expression mentions are left out, so that a clause can be removed without further
 * changes.
 */
export function expressions({ update, condition = {}, values = {} }: Parts) {
  const clauses = Object.values(condition).map((clause) => `(${clause})`);
  const conditionExpression = clauses.length > 0 ? clauses.join(' AND ') : undefined;
  const text = `${update ?? ''} ${conditionExpression ?? ''}`;
  const names = [...text.matchAll(/#(\w+)/g)].map(([alias, attribute]) => [alias, attribute]);
  const mentioned = new Set(text.match(/:\w+/g));
  const used = Object.entries(values).filter(([name]) => mentioned.has(name));
  return {
    ...(update === undefined ? {} : { UpdateExpression: update }),
    ...(conditionExpression === undefined ? {} : { ConditionExpression: conditionExpression }),
    ...(names.length > 0 ? { ExpressionAttributeNames: Object.fromEntries(names) } : {}),
    ...(used.length > 0 ? { ExpressionAttributeValues: Object.fromEntries(used) } : {}),
  };
}

/** Condition of a Put that must not replace an item. */
export const isNew: Clauses = { isNew: 'attribute_not_exists(PK)' };
