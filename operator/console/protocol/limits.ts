/** For how many days the audit trail keeps an entry. */
export const AUDIT_KEPT_DAYS = 400;

/** The maximum length of a contact's email address, in characters. */
export { EMAIL_CHARACTERS } from '../../../shared/contract/email-address.ts';

/** The preview of a deletion counts at most this many lines and this many calls, so that it appears soon. */
export const MAX_PARTNER_SIZE = 1_000;

/** How many rows a page of a list has, unless `--limit` says otherwise. */
export const ROWS_PER_PAGE = 50;

/** The counts of deliveries cover this many days, or this many hours, before now. */
export const COUNTED_PERIODS = { day: 14, hour: 48 } as const;
export type CountedBy = keyof typeof COUNTED_PERIODS;

/** The maximum length of a reason in the audit trail, in characters. */
export const REASON_CHARACTERS = 200;

/** The longest time for which a listed message is hidden from other readers: in seconds, and in words. */
export const LISTED_HIDDEN_SECONDS = 120;
export const LISTED_HIDDEN_FOR = 'two minutes';
