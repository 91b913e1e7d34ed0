import * as z from 'zod';
import type { AlarmStateName } from './alarm.ts';
import { tokensOf } from './tokens.ts';

const stateName = z.enum(['OK', 'ALARM', 'INSUFFICIENT_DATA']);
const TOKEN = /\s*(AND\b|OR\b|NOT\b|TRUE\b|FALSE\b|[()]|(?:ALARM|OK|INSUFFICIENT_DATA)\b|"[^"]*")/y;

/**
 * Returns whether a composite alarm's rule holds. `stateOf` gets an alarm's name, even if the rule refers to the alarm
 * by ARN.
 */
export function ruleHolds(rule: string, stateOf: (name: string) => AlarmStateName): boolean {
  const { take, takeIf, end } = tokensOf(rule, TOKEN);

  const any = (): boolean => {
    let holds = all();
    // Reads the right side even if the left side is already true. Otherwise, the tokens of the right side would be left
    // over.
    while (takeIf('OR')) holds = all() || holds;
    return holds;
  };
  const all = (): boolean => {
    let holds = one();
    while (takeIf('AND')) holds = one() && holds;
    return holds;
  };
  const one = (): boolean => {
    if (takeIf('NOT')) return !one();
    if (takeIf('TRUE')) return true;
    if (takeIf('FALSE')) return false;
    if (takeIf('(')) {
      const holds = any();
      take(')');
      return holds;
    }
    const wanted = stateName.parse(take());
    take('(');
    const name = alarmName(take());
    take(')');
    return stateOf(name) === wanted;
  };

  const holds = any();
  end();
  return holds;
}

const alarmName = (quoted: string) => quoted.slice(1, -1).replace(/^arn:[^:]*:cloudwatch:[^:]*:[^:]*:alarm:/, '');
