import type { Comparator, ConditionSyntax, FunctionName } from './condition-syntax.ts';
import { invalid } from './errors.ts';
import type { Operand, Scope } from './scope.ts';
import { equal, type Item, order, TYPE_NAMES, typeOf, type Value } from './values.ts';

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
  switch (syntax.kind) {
    case 'and':
    case 'or': {
      const parts = syntax.parts.map((part) => bindCondition(part, scope));
      return syntax.kind === 'and'
        ? (item) => parts.every((part) => part(item))
        : (item) => parts.some((part) => part(item));
    }
    case 'not': {
      const part = bindCondition(syntax.part, scope);
      return (item) => !part(item);
    }
    default: {
      const operands = syntax.operands.map((operand) => scope.operand(operand));
      rejectSameOperand(operands);
      if (syntax.kind === 'compare') return comparison(syntax.comparator, operands);
      if (syntax.kind === 'function') return FUNCTIONS[syntax.name](operands);
      return syntax.kind === 'between' ? between(operands) : membership(operands);
    }
  }
}

function rejectSameOperand([first, ...others]: readonly Operand[]): void {
  const path = first?.path?.join('\0');
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

const membership = ([value = NOTHING, ...others]: readonly Operand[]): Condition => {
  if (others.length > 100) throw invalid('IN takes at most 100 operands');
  return (item) => others.some((other) => equal(value.of(item), other.of(item)));
};

const NOTHING: Operand = { of: () => undefined };

const FUNCTIONS: Readonly<Record<FunctionName, (operands: readonly Operand[]) => Condition>> = {
  attribute_exists: ([attribute = NOTHING]) => {
    return (item) => attribute.of(item) !== undefined;
  },
  attribute_not_exists: ([attribute = NOTHING]) => {
    return (item) => attribute.of(item) === undefined;
  },
  attribute_type: ([attribute = NOTHING, type = NOTHING]) => {
    if (typeof type.literal !== 'string' || !TYPE_NAMES.has(type.literal)) throw invalid('Invalid attribute type name');
    return (item) => {
      const found = attribute.of(item);
      return found !== undefined && typeOf(found) === type.literal;
    };
  },
  begins_with: ([text = NOTHING, start = NOTHING]) => {
    if (start.literal !== undefined && typeof start.literal !== 'string') throw wrongType('begins_with', start.literal);
    return (item) => {
      const [whole, wanted] = [text.of(item), start.of(item)];
      return typeof whole === 'string' && typeof wanted === 'string' && whole.startsWith(wanted);
    };
  },
  contains: ([whole = NOTHING, part = NOTHING]) => {
    return (item) => contains(whole.of(item), part.of(item));
  },
};

function contains(whole: Value | undefined, part: Value | undefined): boolean {
  if (typeof whole === 'string') return typeof part === 'string' && whole.includes(part);
  if (whole instanceof Set) return (typeof part === 'string' || typeof part === 'number') && whole.has(part);
  return Array.isArray(whole) && whole.some((member) => equal(member, part));
}

function rejectUnordered(operands: readonly Operand[]): void {
  for (const { literal } of operands) {
    if (literal !== undefined && order(literal, literal) === undefined) throw wrongType('comparison', literal);
  }
}

const wrongType = (operator: string, value: Value) =>
  invalid(`Incorrect operand type for operator or function; operator or function: ${operator}, type: ${typeOf(value)}`);
