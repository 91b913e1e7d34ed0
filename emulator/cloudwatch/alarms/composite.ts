import * as z from 'zod';
import type { AlarmStateName } from './alarm.ts';

const stateName = z.enum(['OK', 'ALARM', 'INSUFFICIENT_DATA']);
const TOKEN = /\s*(AND\b|OR\b|NOT\b|TRUE\b|FALSE\b|[()]|(?:ALARM|OK|INSUFFICIENT_DATA)\b|"[^"]*")/y;

/** Whether a composite alarm's rule holds. `stateOf` is asked by alarm name; a rule may give an ARN, which ends with it. */
export function ruleHolds(rule: string, stateOf: (name: string) => AlarmStateName): boolean {
  const tokens = tokenize(rule);
  let next = 0;
  const take = (expected?: string): string => {
    const token = tokens[next];
    if (token === undefined || (expected !== undefined && token !== expected)) {
      throw new Error(`The rule ${rule} cannot be read at word ${next + 1}`);
    }
    next += 1;
    return token;
  };
  const takeIf = (token: string) => tokens[next] === token && take() === token;

  const any = (): boolean => {
    let holds = all();
    // Both sides are read even when the first one decides.
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
  if (next < tokens.length) throw new Error(`The rule ${rule} goes on after word ${next}`);
  return holds;
}

const alarmName = (quoted: string) => quoted.slice(1, -1).replace(/^arn:[^:]*:cloudwatch:[^:]*:[^:]*:alarm:/, '');

function tokenize(rule: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < rule.trimEnd().length) {
    const at = TOKEN.lastIndex;
    const token = TOKEN.exec(rule)?.[1];
    if (token === undefined) throw new Error(`The rule ${rule} cannot be read from ${rule.slice(at)}`);
    tokens.push(token);
  }
  return tokens;
}
