const PATTERN = '\\+[1-9]\\d{6,14}';
/** Matches a phone number in E.164. */
export const E164 = new RegExp(`^${PATTERN}$`);
/** Matches each phone number in a text. */
export const NUMBERS_IN_TEXT = new RegExp(PATTERN, 'g');
export const E164_REQUIREMENT = 'must be an E.164 number such as +821012345678';
