/**
 * The part of CloudWatch's filter patterns that the runbook uses. Any other pattern throws, so that none is misread.
 */

type Line = Readonly<Record<string, unknown>>;

const CONDITION = /^\$\.([\w.]+)\s*(!=|>=|<=|=|>|<)\s*("[^"]*"|\d+)$/;

/** Returns whether `aws logs tail --filter-pattern` would show the line. Without a pattern, it shows every line. */
export function matches(pattern: string | undefined, line: Line): boolean {
  if (pattern === undefined) return true;
  const text = JSON.stringify(line);
  const [, conditions] = /^\{(.*)\}$/s.exec(pattern) ?? [];
  if (conditions !== undefined) return holds(conditions.trim(), line);
  // A term in quotes is searched for as it is, because in a line of JSON, the text of a field has the same characters.
  const [, term] = /^"([^"?]+)"$|^([A-Z_]+)$/.exec(pattern)?.filter((found) => found !== undefined) ?? [];
  if (term === undefined) throw new Error(`Not understood: ${pattern}`);
  return text.includes(term);
}

/** Conditions are joined either all with `&&` or all with `||`. */
function holds(conditions: string, line: Line): boolean {
  if (conditions.includes('&&') && conditions.includes('||')) throw new Error(`Not understood: ${conditions}`);
  const separator = conditions.includes('||') ? '||' : '&&';
  const each = conditions.split(separator).map((one) => holdsOne(one.trim().replace(/^\((.*)\)$/, '$1'), line));
  return separator === '||' ? each.some(Boolean) : each.every(Boolean);
}

function holdsOne(condition: string, line: Line): boolean {
  const [, path = '', operator, wanted = ''] = CONDITION.exec(condition) ?? [];
  if (operator === undefined) throw new Error(`Not understood: ${condition}`);
  const found = path.split('.').reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), line);
  // A condition about a field that is missing never holds, not even one with `!=`.
  if (found === undefined || found === null) return false;
  if (wanted.startsWith('"')) return holdsForText(operator, String(found), wanted.slice(1, -1));
  return typeof found === 'number' && holdsForNumber(operator, found, Number(wanted));
}

const isObject = (value: unknown): value is Line => typeof value === 'object' && value !== null;

function holdsForText(operator: string, found: string, wanted: string): boolean {
  const isEqual = wanted.endsWith('*') ? found.startsWith(wanted.slice(0, -1)) : found === wanted;
  if (operator === '=') return isEqual;
  if (operator === '!=') return !isEqual;
  throw new Error(`CloudWatch does not compare text with ${operator}`);
}

function holdsForNumber(operator: string, found: number, wanted: number): boolean {
  const order = Math.sign(found - wanted);
  return (
    { '=': order === 0, '!=': order !== 0, '>': order > 0, '>=': order >= 0, '<': order < 0, '<=': order <= 0 }[
      operator
    ] ?? false
  );
}
