import * as z from 'zod';
import { parseSyntax } from './syntax.ts';

const OPERATORS = ['+', '-', '*', '/', '==', '!=', '<', '<=', '>', '>=', '&&', 'AND', '||', 'OR'] as const;
export type Operator = (typeof OPERATORS)[number];
const FUNCTIONS = ['FILL', 'IF', 'SERVICE_QUOTA'] as const;
export type FunctionName = (typeof FUNCTIONS)[number];

/** The part of CloudWatch's metric math that the emulator understands. */
const expression = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Literal'), value: z.number() }),
  z.object({ type: z.literal('Identifier'), name: z.string().regex(/^[a-z]\w*$/) }),
  z.object({
    type: z.literal('UnaryExpression'),
    operator: z.literal('-'),
    get argument() {
      return expression;
    },
  }),
  z.object({
    type: z.literal('BinaryExpression'),
    operator: z.enum(OPERATORS),
    get left() {
      return expression;
    },
    get right() {
      return expression;
    },
  }),
  z.object({
    type: z.literal('CallExpression'),
    callee: z.object({ name: z.enum(FUNCTIONS) }),
    get arguments() {
      return z.array(expression);
    },
  }),
]);
export type Expression = z.infer<typeof expression>;

/** Parses an expression. Throws on unknown syntax, so that no alarm means something else here than in CloudWatch. */
export const parseExpression = (text: string): Expression => parseSyntax(expression, text);
