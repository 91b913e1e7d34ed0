import { invalid } from './errors.ts';
import { type OperandSyntax, parseOperand } from './operands.ts';
import type { Operand, Scope } from './scope.ts';
import { reader, type Tokens } from './tokens.ts';
import { equal, type Item, order, typeOf } from './values.ts';

const COMPARATORS = ['=', '<>', '<=', '>=', '<', '>'] as const;
type Comparator = (typeof COMPARATORS)[number];
const FUNCTIONS = ['attribute_exists', 'attribute_not_exists'] as const;

export type ConditionSyntax =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly ConditionSyntax[] }
  | { readonly kind: 'compare'; readonly comparator: Comparator; readonly operands: readonly OperandSyntax[] }
  | { readonly kind: 'between' | 'in' | (typeof FUNCTIONS)[number]; readonly operands: readonly OperandSyntax[] };

/** Parses conditions, filters and key conditions, which have one grammar. */
export const readCondition = reader(parseOr);

/** Parses in the order of precedence, lowest first: OR, AND. */
function parseOr(words: Tokens): ConditionSyntax {
  return chain(words, 'or', parseAnd);
}

function parseAnd(words: Tokens): ConditionSyntax {
  return chain(words, 'and', (rest) => (rest.skip('(') ? parseGroup(rest) : parseTest(rest)));
}

function chain(words: Tokens, kind: 'and' | 'or', one: (words: Tokens) => ConditionSyntax): ConditionSyntax {
  const first = one(words);
  const parts = [first];
  while (words.skip(kind.toUpperCase())) parts.push(one(words));
  return parts.length === 1 ? first : { kind, parts };
}

/** Parses a group after its opening parenthesis. Rejects two pairs of parentheses around one condition. */
function parseGroup(words: Tokens): ConditionSyntax {
  const opensTwice = words.peek().text === '(';
  const inner = parseOr(words);
  const isSimple = opensTwice && words.peek(-1).text === ')' && closesFirst.get(inner) === words.position();
  words.expect(')');
  if (isSimple) throw invalid('The expression has redundant parentheses');
  closesFirst.set(inner, words.position());
  return inner;
}

/** The position at which the group of a condition ended. */
const closesFirst = new WeakMap<ConditionSyntax, number>();

function parseTest(words: Tokens): ConditionSyntax {
  const kind = FUNCTIONS.find(words.skipCall);
  if (kind !== undefined) return { kind, operands: [parseAttribute(words)] };
  const first = parseOperand(words);
  if (words.skip('BETWEEN')) {
    const lower = parseOperand(words);
    words.expect('AND');
    return { kind: 'between', operands: [first, lower, parseOperand(words)] };
  }
  if (words.skip('IN')) {
    words.expect('(');
    const members = words.list(() => parseOperand(words));
    words.expect(')');
    return { kind: 'in', operands: [first, ...members] };
  }
  const comparator = COMPARATORS.find((known) => words.skip(known));
  if (comparator === undefined) throw words.unexpected();
  return { kind: 'compare', comparator, operands: [first, parseOperand(words)] };
}

function parseAttribute(words: Tokens): OperandSyntax {
  const attribute = parseOperand(words);
  words.expect(')');
  if (attribute.kind !== 'path') throw invalid('The function requires a document path');
  return attribute;
}

export type Condition = (item: Item) => boolean;

const ORDERS: Readonly<Record<Exclude<Comparator, '=' | '<>'>, (sign: number) => boolean>> = {
  '<': (sign) => sign < 0,
  '<=': (sign) => sign <= 0,
  '>': (sign) => sign > 0,
  '>=': (sign) => sign >= 0,
};

/**
 * Binds the condition of one request. Throws if the condition is invalid for every possible item, even if no item is
 * read.
 */
export function bindCondition(syntax: ConditionSyntax, scope: Scope): Condition {
  if ('parts' in syntax) {
    const parts = syntax.parts.map((part) => bindCondition(part, scope));
    return syntax.kind === 'and'
      ? (item) => parts.every((part) => part(item))
      : (item) => parts.some((part) => part(item));
  }
  const operands = syntax.operands.map((operand) => scope.operand(operand));
  const [first = NOTHING, ...others] = operands;
  rejectSameOperand(first, others);
  switch (syntax.kind) {
    case 'compare':
      return comparison(syntax.comparator, operands);
    case 'between':
      return between(operands);
    case 'in':
      if (others.length > 100) throw invalid('IN takes at most 100 operands');
      return (item) => others.some((other) => equal(first.of(item), other.of(item)));
    case 'attribute_exists':
      return (item) => first.of(item) !== undefined;
    case 'attribute_not_exists':
      return (item) => first.of(item) === undefined;
  }
}

function rejectSameOperand(first: Operand, others: readonly Operand[]): void {
  const path = first.path?.join('\0');
  if (path !== undefined && others.some((other) => other.path?.join('\0') === path)) {
    throw invalid('The first operand must be distinct from the remaining operands for this operator or function');
  }
}

function comparison(comparator: Comparator, [left = NOTHING, right = NOTHING]: readonly Operand[]): Condition {
  if (comparator === '=') return (item) => equal(left.of(item), right.of(item));
  if (comparator === '<>') return (item) => !equal(left.of(item), right.of(item));
  const holds = ORDERS[comparator];
  rejectUnordered([left, right]);
  return (item) => {
    const sign = order(left.of(item), right.of(item));
    return sign !== undefined && holds(sign);
  };
}

function between(operands: readonly Operand[]): Condition {
  const [value = NOTHING, lower = NOTHING, upper = NOTHING] = operands;
  rejectUnordered(operands);
  if (lower.literal !== undefined && upper.literal !== undefined) {
    const sign = order(lower.literal, upper.literal);
    if (sign === undefined) throw invalid('The BETWEEN operator requires same data type for lower and upper bounds');
    if (sign > 0) throw invalid('The BETWEEN operator requires upper bound to be greater than or equal to lower bound');
  }
  return (item) => {
    const found = value.of(item);
    return (order(lower.of(item), found) ?? 1) <= 0 && (order(found, upper.of(item)) ?? 1) <= 0;
  };
}

const NOTHING: Operand = { of: () => undefined };

function rejectUnordered(operands: readonly Operand[]): void {
  for (const { literal } of operands) {
    if (literal !== undefined && order(literal, literal) === undefined)
      throw invalid(`Incorrect operand type for operator or function; operator: comparison, type: ${typeOf(literal)}`);
  }
}
