import { createHash } from 'node:crypto';

/** The contract keeps a key for 24 hours. The additional hour covers clocks that differ. */
export const RETENTION_SECONDS = 25 * 3_600;

/**
 * Returns the SHA-256 of the parsed body. The order of its fields does not matter. Recursive, so the caller must have
 * limited the depth of the body.
 */
export const bodyHash = (body: unknown) => createHash('sha256').update(canonical(body)).digest('hex');

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, child]) => `${JSON.stringify(name)}:${canonical(child)}`).join(',')}}`;
}
