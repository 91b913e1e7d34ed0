/** A part of a path without its percent-encoding; what cannot be decoded as it is. API Gateway leaves this to us. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
