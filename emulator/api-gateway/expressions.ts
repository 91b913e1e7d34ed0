/** What `$context.…` is looked up in: the request's context, by dotted names. */
export type Variables = Readonly<Record<string, unknown>>;

/** A body template with its `$context` variables filled in, each written so that it cannot end a JSON string. */
export const fillIn = (template: string, context: Variables): string =>
  template.replace(/\$context\.(\w+(?:\.\w+)*)/g, (_whole, name: string) => {
    const text = lookUp(context, name);
    return name === 'error.messageString' ? text : JSON.stringify(text).slice(1, -1);
  });

/** A header's value as the template has it: `'literal'` or `context.name`. Throws on any other form, at start. */
export function compileParameter(header: string, expression: string): (context: Variables) => string {
  const [, literal] = /^'(.*)'$/s.exec(expression) ?? [];
  if (literal !== undefined) return () => literal;
  const [, name] = /^context\.(\w+(?:\.\w+)*)$/.exec(expression) ?? [];
  if (name === undefined) throw new Error(`${header}: the local gateway does not understand ${expression}`);
  return (context) => lookUp(context, name);
}

function lookUp(context: Variables, name: string): string {
  let value: unknown = context;
  for (const part of name.split('.')) value = isRecord(value) && Object.hasOwn(value, part) ? value[part] : undefined;
  return value === undefined || value === null ? '' : String(value);
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
