/** Named conditions that must all hold: each has a name, so that a test can show what its absence would break. */
export type Clauses = Readonly<Record<string, string>>;

export interface Parts {
  /** `SET …`, `REMOVE …`, `ADD …` */
  readonly update?: string;
  readonly condition?: Clauses;
  readonly values?: Readonly<Record<string, unknown>>;
}

/**
 * The expression fields of a write. `#name` always stands for the attribute `name` (many of ours are reserved words),
 * and a value that no expression mentions is left out, so a clause can be taken away without touching anything else.
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

/** For a Put that must not replace anything. */
export const isNew: Clauses = { isNew: 'attribute_not_exists(PK)' };
