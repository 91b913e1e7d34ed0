import { createHash } from 'node:crypto';

/** The UUID of an event source mapping: always the same for a logical id, so that outputs and Lambda's API agree. */
export function mappingId(logicalId: string): string {
  const hex = createHash('sha256').update(`event-source-mapping:${logicalId}`).digest('hex');
  // Version 8 and variant 8 of RFC 9562: an id whose other bits are the maker's own.
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
