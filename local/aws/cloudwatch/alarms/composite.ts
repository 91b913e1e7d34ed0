import * as z from 'zod';
import { alarmName } from '../../cloudformation/alarm-definition.ts';
import type { AlarmStateName } from './alarm.ts';
import { parseSyntax } from './syntax.ts';

const rule = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Identifier'), name: z.enum(['TRUE', 'FALSE']) }),
  z.object({
    type: z.literal('UnaryExpression'),
    operator: z.literal('NOT'),
    get argument() {
      return rule;
    },
  }),
  z.object({
    type: z.literal('BinaryExpression'),
    operator: z.enum(['AND', 'OR']),
    get left() {
      return rule;
    },
    get right() {
      return rule;
    },
  }),
  z.object({
    type: z.literal('CallExpression'),
    callee: z.object({ name: z.enum(['OK', 'ALARM', 'INSUFFICIENT_DATA']) }),
    arguments: z.tuple([z.object({ type: z.literal('Literal'), value: z.string() })]),
  }),
]);

/** Returns whether a composite alarm's rule holds. Asks `stateOf` for every alarm in the rule, by the alarm's name. */
export function isRuleTrue(text: string, stateOf: (name: string) => AlarmStateName): boolean {
  const holds = (part: z.infer<typeof rule>): boolean => {
    switch (part.type) {
      case 'Identifier':
        return part.name === 'TRUE';
      case 'UnaryExpression':
        return !holds(part.argument);
      case 'BinaryExpression': {
        const both = [holds(part.left), holds(part.right)];
        return part.operator === 'AND' ? both.every(Boolean) : both.some(Boolean);
      }
      case 'CallExpression':
        return stateOf(alarmName(part.arguments[0].value)) === part.callee.name;
    }
  };
  return holds(parseSyntax(rule, text));
}
