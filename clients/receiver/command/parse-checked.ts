/** Returns the value of a JSON text. Undefined if the text is not JSON, or if the check rejects the value. */
export function parseChecked<Value>(text: string, check: (value: unknown) => value is Value): Value | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return check(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => ({
  ...(typeof value === 'object' ? value : {}),
});
