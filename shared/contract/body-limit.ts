/** The largest size and nesting depth of a request body. A request that exceeds either limit is malformed. */
export const BODY_LIMIT = { bytes: 256 * 1024, depth: 32 } as const;
