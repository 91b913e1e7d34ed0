import { invalid } from './errors.ts';
import { calls, type OperandSyntax, parseOperand } from './operands.ts';
import { reader, type Tokens } from './tokens.ts';

const COMPARATORS = ['=', '<>', '<=', '>=', '<', '>'] as const;
export type Comparator = (typeof COMPARATORS)[number];
/** The functions with their numbers of operands. */
const FUNCTIONS = { attribute_exists: 1, attribute_not_exists: 1, attribute_type: 2, begins_with: 2, contains: 2 };
export type FunctionName = keyof typeof FUNCTIONS;

export type ConditionSyntax =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly ConditionSyntax[] }
  | { readonly kind: 'not'; readonly part: ConditionSyntax }
  | { readonly kind: 'compare'; readonly comparator: Comparator; readonly operands: readonly OperandSyntax[] }
  | { readonly kind: 'between' | 'in'; readonly operands: readonly OperandSyntax[] }
  | { readonly kind: 'function'; readonly name: FunctionName; readonly operands: readonly OperandSyntax[] };

/** Parses conditions, filters and key conditions, which have one grammar. */
export const readCondition = reader(parseOr);

/** Parses in the order of precedence, lowest first: OR, AND, NOT. */
function parseOr(words: Tokens): ConditionSyntax {
  return chain(words, 'or', parseAnd);
}

function parseAnd(words: Tokens): ConditionSyntax {
  return chain(words, 'and', parseNot);
}

function chain(words: Tokens, kind: 'and' | 'or', one: (words: Tokens) => ConditionSyntax): ConditionSyntax {
  const first = one(words);
  const parts = [first];
  while (words.skip(kind.toUpperCase())) parts.push(one(words));
  return parts.length === 1 ? first : { kind, parts };
}

function parseNot(words: Tokens): ConditionSyntax {
  if (words.skip('NOT')) return { kind: 'not', part: parseNot(words) };
  return words.skip('(') ? parseGroup(words) : parseTest(words);
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
  const name = functionNames.find((known) => calls(words, known));
  if (name !== undefined) return parseFunction(words, name);
  const first = parseOperand(words);
  if (words.skip('BETWEEN')) {
    const lower = parseOperand(words);
    words.expect('AND');
    return { kind: 'between', operands: [first, lower, parseOperand(words)] };
  }
  if (words.skip('IN')) return { kind: 'in', operands: [first, ...parseArguments(words)] };
  const comparator = COMPARATORS.find((known) => words.skip(known));
  if (comparator === undefined) throw words.unexpected();
  return { kind: 'compare', comparator, operands: [first, parseOperand(words)] };
}

const functionNames: readonly FunctionName[] = [
  'attribute_exists',
  'attribute_not_exists',
  'attribute_type',
  'begins_with',
  'contains',
];

function parseFunction(words: Tokens, name: FunctionName): ConditionSyntax {
  words.take('name');
  const operands = parseArguments(words);
  if (operands.length !== FUNCTIONS[name]) throw invalid(`Incorrect number of operands for ${name}`);
  if (operands.length === 1 && operands[0]?.kind !== 'path') throw invalid(`${name} requires a document path`);
  return { kind: 'function', name, operands };
}

function parseArguments(words: Tokens): OperandSyntax[] {
  words.expect('(');
  const operands = words.list(() => parseOperand(words));
  words.expect(')');
  return operands;
}
