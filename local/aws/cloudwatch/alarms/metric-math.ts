import { tokensOf } from './tokens.ts';

/** The part of CloudWatch's metric math that the service's alarms use, as a tree. */
export type Expression =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'timeSeries'; readonly id: string }
  | { readonly kind: 'operation'; readonly operator: Operator; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'call'; readonly name: FunctionName; readonly args: readonly Expression[] };

export type Operator = '+' | '-' | '*' | '/' | '==' | '!=' | '<' | '<=' | '>' | '>=' | 'AND' | 'OR';
const FUNCTIONS = ['FILL', 'IF', 'SERVICE_QUOTA'] as const;
export type FunctionName = (typeof FUNCTIONS)[number];

/** The operators by precedence, from the lowest to the highest. */
const LEVELS: readonly (readonly Operator[])[] = [
  ['OR'],
  ['AND'],
  ['==', '!=', '<', '<=', '>', '>='],
  ['+', '-'],
  ['*', '/'],
];
const TOKEN = /\s*(\d+(?:\.\d+)?|[A-Za-z_]\w*|==|!=|<=|>=|[-+*/<>(),])/y;

/** Parses an expression. Throws on unknown syntax, so that no alarm means something else here than in CloudWatch. */
export function parseExpression(text: string): Expression {
  const { peek, take, takeIf, end } = tokensOf(text.replaceAll('&&', ' AND ').replaceAll('||', ' OR '), TOKEN);

  const binary = (level: number): Expression => {
    const operators = LEVELS[level];
    if (!operators) return operand();
    let left = binary(level + 1);
    for (;;) {
      const operator = operators.find((candidate) => candidate === peek());
      if (!operator) return left;
      take();
      left = { kind: 'operation', operator, left, right: binary(level + 1) };
    }
  };

  const operand = (): Expression => {
    const token = take();
    if (token === '(') {
      const inner = binary(0);
      take(')');
      return inner;
    }
    if (token === '-')
      return { kind: 'operation', operator: '-', left: { kind: 'number', value: 0 }, right: operand() };
    if (/^\d/.test(token)) return { kind: 'number', value: Number(token) };
    if (/^[a-z]/.test(token)) return { kind: 'timeSeries', id: token };
    const name = FUNCTIONS.find((candidate) => candidate === token);
    if (name) return { kind: 'call', name, args: args() };
    throw new Error(`${text}: ${token} is not understood by the local service`);
  };

  const args = (): Expression[] => {
    take('(');
    const found = [binary(0)];
    while (takeIf(',')) found.push(binary(0));
    take(')');
    return found;
  };

  const whole = binary(0);
  end();
  return whole;
}
