/**
 * Returns JSON in which the fields of each object are sorted, so that equal values have equal texts. The function is
 * recursive, so the depth of a value from outside must be checked first.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, child]) => `${JSON.stringify(name)}:${canonicalJson(child)}`).join(',')}}`;
}
