/** Numbers that commands apply and pages name. */

/** How long entries of the audit trail are kept. */
export const AUDIT_KEPT_DAYS = 400;

/** How many rows a list has unless `--limit` says otherwise. */
export const ROWS_OF_A_PAGE = 50;

/** The periods by which deliveries are counted, and how many of them, up to now. */
export const COUNTED_PERIODS = { day: 14, hour: 48 } as const;
export type CountedBy = keyof typeof COUNTED_PERIODS;
