import { createHash } from 'node:crypto';

/**
 * Returns the UUID of an event source mapping. It depends only on the logical id, so that the stack's outputs and the
 * local Lambda API have the same UUID.
 */
export function mappingId(logicalId: string): string {
  const hex = createHash('sha256').update(`event-source-mapping:${logicalId}`).digest('hex');
  // In a UUID of version 8 (RFC 9562), all bits except those of the version and the variant are free.
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
