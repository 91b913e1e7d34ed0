/** The largest size and nesting depth of a body that an endpoint reads. A request over either limit is malformed. */
export const BODY_LIMIT = { bytes: 256 * 1024, depth: 32 } as const;

/** The largest request body that API Gateway accepts, in MiB. It rejects a larger body with its own 413. */
export const GATEWAY_BODY_MIB = 10;
