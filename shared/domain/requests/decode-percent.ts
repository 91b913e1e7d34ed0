/** Decodes a text, or returns it unchanged if that fails. API Gateway does not decode path parameters. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
