import { createHash } from 'node:crypto';

/**
 * Returns the UUID of an event source mapping. It depends only on the logical id, so that outputs and Lambda's API
 * agree.
 */
export function mappingId(logicalId: string): string {
  const hex = createHash('sha256').update(`event-source-mapping:${logicalId}`).digest('hex');
  // RFC 9562, version 8: except for version and variant, the bits are ours to choose.
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
