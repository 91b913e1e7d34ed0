/** Named conditions that must all hold. A test can leave out one condition by its name, and show what breaks. */
export type Clauses = Readonly<Record<string, string>>;

export interface Parts {
  /** The update expression, such as `SET …`, `REMOVE …` or `ADD …`. */
  readonly update?: string;
  readonly condition?: Clauses;
  /** Conditions on the items that a Query returns. */
  readonly filter?: Clauses;
  readonly values?: Readonly<Record<string, unknown>>;
}

/**
 * Returns the expression fields of a request. `#name` always stands for the attribute `name`, because DynamoDB reserves
 * many of our names. Leaves out undefined values. DynamoDB rejects a value that no expression mentions.
 */
export function expressions({ update, condition, filter, values = {} }: Parts) {
  const [conditionExpression, filterExpression] = [joinWithAnd(condition), joinWithAnd(filter)];
  const text = `${update ?? ''} ${conditionExpression ?? ''} ${filterExpression ?? ''}`;
  const names = [...text.matchAll(/#(\w+)/g)].map(([alias, attribute]) => [alias, attribute]);
  const present = Object.entries(values).filter(([, value]) => value !== undefined);
  return {
    ...(update === undefined ? {} : { UpdateExpression: update }),
    ...(conditionExpression === undefined ? {} : { ConditionExpression: conditionExpression }),
    ...(filterExpression === undefined ? {} : { FilterExpression: filterExpression }),
    ...(names.length > 0 ? { ExpressionAttributeNames: Object.fromEntries(names) } : {}),
    ...(present.length > 0 ? { ExpressionAttributeValues: Object.fromEntries(present) } : {}),
  };
}

function joinWithAnd(clauses: Clauses = {}): string | undefined {
  const texts = Object.values(clauses).map((clause) => `(${clause})`);
  return texts.length > 0 ? texts.join(' AND ') : undefined;
}

/** Condition of a Put that must not replace an item. */
export const isNew: Clauses = { isNew: 'attribute_not_exists(PK)' };
