const SHOWN_DIGITS = 4;

/** `****` and the last four digits. A number of four digits or fewer shows none: they would be all of it. */
export function maskNumber(number: string): string {
  const digits = number.normalize('NFKC').replace(/[^0-9]/g, '');
  return `****${digits.length > SHOWN_DIGITS ? digits.slice(-SHOWN_DIGITS) : ''}`;
}
