/**
 * How long a receiver may take to respond. The limit covers everything from the DNS look-up to the last byte of the
 * response head. Contract, "Delivery rules".
 */
export const RESPONSE_LIMIT_MS = 10_000;
