/** Matches a phone number in E.164. */
export const E164 = /^\+[1-9]\d{6,14}$/;
export const E164_REQUIREMENT = 'must be an E.164 number such as +821012345678';
