/** The maximum length of an email address, by RFC 5321. Browsers load this file, too. */
export const EMAIL_CHARACTERS = 254;

/**
 * Matches one email address. The pattern is loose, because only the mail system knows which addresses exist. One
 * character class excludes dots, so that matching takes linear time.
 */
export const MAILBOX = /^[^\s\p{C}@<>,;]+@[^\s\p{C}@<>,;][^\s\p{C}@<>,;.]*\.[^\s\p{C}@<>,;]+$/u;
