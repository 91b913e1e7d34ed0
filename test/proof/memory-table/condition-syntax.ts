import { invalid } from './errors.ts';
import { type OperandSyntax, parseOperand } from './operands.ts';
import { reader, type Tokens } from './tokens.ts';

const COMPARATORS = ['=', '<>', '<=', '>=', '<', '>'] as const;
export type Comparator = (typeof COMPARATORS)[number];
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
