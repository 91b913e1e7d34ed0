/** How long entries of the audit trail are kept. */
export const AUDIT_KEPT_DAYS = 400;
