/**
 * Returns a text without its percent-encoding, or unchanged if it cannot be decoded. API Gateway does not decode path
 * parameters.
 */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
