/** The length of the longest email address. RFC 5321 allows no longer one. Browsers load this file, too. */
export const EMAIL_CHARACTERS = 254;
