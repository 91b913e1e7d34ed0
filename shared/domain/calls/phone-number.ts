import { decodePercent } from '../requests/decode-percent.ts';

/** The longest number that the voice platform can send, in characters. */
export const LONGEST_NUMBER = 64;

/** A masked number without any digit. */
const NO_DIGITS_SHOWN = '****';

/** How many digits of a number stay visible when it is masked: the last ones. */
export const SHOWN_DIGITS = 4;
const MASKED = new RegExp(String.raw`^\*{4}(\d{${SHOWN_DIGITS}})?$`);

/**
 * Returns `****` and the last four digits of the subscriber's number. Returns only `****` if the number has at most
 * four digits, if the text is not clearly a number, or if it is too long. Leaves a masked number unchanged, because a
 * call that came through a queue is masked twice.
 */
export function maskPhoneNumber(caller: string): string {
  if (MASKED.test(caller)) return caller;
  if (caller.length > LONGEST_NUMBER) return NO_DIGITS_SHOWN;
  const digits = subscriberDigits(caller);
  return `${NO_DIGITS_SHOWN}${digits.length > SHOWN_DIGITS ? digits.slice(-SHOWN_DIGITS) : ''}`;
}

/**
 * Returns the digits of the number in a text, which may be a SIP or telephone URI (RFC 3261 and 3966). Leaves out
 * display name, scheme, host, port, parameters and extension.
 */
function subscriberDigits(caller: string): string {
  const address = removeDisplayName(inPlainCharacters(decodePercent(caller)));
  if (HOST_ALONE.test(address)) return '';
  const number = NUMBER.exec(address.replace(SCHEME, ''))?.[1] ?? '';
  return number.replace(BRACKETED_EXTENSION, '').replaceAll(/\D/g, '');
}

/** Removes invisible format characters, and turns digits of other scripts into ASCII digits. */
const inPlainCharacters = (text: string) =>
  text
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\p{Nd}/gu, asciiDigit)
    .normalize('NFKC');

/** Returns the ASCII digit for a digit of any script. Unicode has the ten digits of a script in a row, from zero on. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}

function removeDisplayName(text: string): string {
  const unquoted = text.replaceAll(/"[^"]*"/g, '');
  return (/<([^<>]*)/.exec(unquoted)?.[1] ?? unquoted).trim();
}

const SCHEME = /^.*?\b(?:sips?|tel|h323|callto|sms):(?:\/\/)?/i;
/** Matches a SIP address that has only a host. Without an `@`, letters, dots and brackets can only belong to a host. */
const HOST_ALONE = /\bsips?:[^@;]*[a-z.[][^@]*$/i;

/**
 * Matches digits and the signs with which people group them. Any other sign, such as `@`, `:`, `;`, `#`, `/` or a
 * pause, ends the number.
 */
const GROUPED = String.raw`[\d .()\p{Pd}\u2212]`;
/**
 * Matches the letters that announce an extension. Text with another letter from A to Z directly before or after the
 * digits is a name or a vanity number.
 */
const EXTENSION = '(?:x|ext(?:n|ension)?|p|w)(?![a-z])';
const NUMBER = new RegExp(
  String.raw`^(?:[^\d:@]*[^\da-z:@])?(\d${GROUPED}*)(?!${GROUPED})(?!(?!${EXTENSION})[a-z])`,
  'iu',
);
const BRACKETED_EXTENSION = /\( *\d+ *\) *$/;
