import jsep from 'jsep';
import type * as z from 'zod';

/** Operators of metric math and of the rules of composite alarms, from the lowest precedence to the highest. */
const LEVELS = [
  ['OR', '||'],
  ['AND', '&&'],
  ['==', '!=', '<', '<=', '>', '>='],
  ['+', '-'],
  ['*', '/'],
];

jsep.removeAllUnaryOps();
jsep.removeAllBinaryOps();
for (const operator of ['-', 'NOT']) jsep.addUnaryOp(operator);
for (const [precedence, operators] of LEVELS.entries()) {
  for (const operator of operators) jsep.addBinaryOp(operator, precedence + 1);
}

/**
 * Parses a text into a syntax tree in the form of ESTree. Throws an error that quotes the text if the text cannot be
 * parsed, or if the schema `tree` rejects the result.
 */
export function parseSyntax<Tree>(tree: z.ZodType<Tree>, text: string): Tree {
  try {
    return tree.parse(jsep(text));
  } catch (cause) {
    throw new Error(`The local service does not understand ${text}`, { cause });
  }
}
