/**
 * Returns a part of a path without its percent-encoding, or unchanged if it cannot be decoded. API Gateway leaves the
 * decoding to us.
 */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
