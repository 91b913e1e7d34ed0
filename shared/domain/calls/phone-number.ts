import { percentDecoded } from '../requests/percent-decoded.ts';

const SHOWN_DIGITS = 4;

/**
 * `****` and the last four digits of the subscriber's number. Shows none of a number of four digits or fewer, since they
 * would be all of it, and none of a text that is not clearly a number.
 */
export function maskPhoneNumber(caller: string): string {
  const digits = subscriberDigits(caller);
  return `****${digits.length > SHOWN_DIGITS ? digits.slice(-SHOWN_DIGITS) : ''}`;
}

/** RFC 3261 and 3966: a display name and a scheme come before the number; host, port and parameters after it. */
function subscriberDigits(caller: string): string {
  const address = withoutDisplayName(inPlainCharacters(percentDecoded(caller)));
  if (HOST_ALONE.test(address)) return '';
  const number = NUMBER.exec(address.replace(SCHEME, ''))?.[1] ?? '';
  return number.replace(BRACKETED_EXTENSION, '').replaceAll(/\D/g, '');
}

/** Without marks of direction, in digits and signs of ASCII. */
const inPlainCharacters = (text: string) =>
  text
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\p{Nd}/gu, asciiDigit)
    .normalize('NFKC');

/** Unicode has the digits of each script in a row, from zero on. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}

function withoutDisplayName(text: string): string {
  const unquoted = text.replaceAll(/"[^"]*"/g, '');
  return (/<([^<>]*)/.exec(unquoted)?.[1] ?? unquoted).trim();
}

const SCHEME = /^.*?\b(?:sips?|tel|h323|callto|sms):(?:\/\/)?/i;
/** Without an `@`, what follows is a host: only a name or an address has letters, dots or brackets. */
const HOST_ALONE = /\bsips?:[^@;]*[a-z.[][^@]*$/i;

/** Digits, and the signs by which people group them. `@`, `:`, `;`, `#`, `/`, a pause and all others end the number. */
const GROUPED = String.raw`[\d .()\p{Pd}\u2212]`;
/** A letter directly before or after makes it a name or a vanity number, unless it announces an extension. */
const EXTENSION = '(?:x|ext(?:n|ension)?|p|w)(?![a-z])';
const NUMBER = new RegExp(
  String.raw`^(?:[^\d:@]*[^\da-z:@])?(\d${GROUPED}*)(?!${GROUPED})(?!(?!${EXTENSION})[a-z])`,
  'iu',
);
const BRACKETED_EXTENSION = /\( *\d+ *\) *$/;
