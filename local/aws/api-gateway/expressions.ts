import type { WireResponse } from './wire/send.ts';

/** The request context, in which `$context.…` expressions look up values by dotted names. */
export type Variables = Readonly<Record<string, unknown>>;

/**
 * Fills in the `$context` variables of a body template. Escapes each value, so that no value can end the JSON string
 * around it. The exception is `error.messageString`, which already is a JSON string.
 */
export const fillTemplate = (template: string, context: Variables): string =>
  template.replace(/\$context\.(\w+(?:\.\w+)*)/g, (_whole, name: string) => {
    const text = lookUpVariable(context, name);
    return name === 'error.messageString' ? text : JSON.stringify(text).slice(1, -1);
  });

/** Compiles the template's headers of a response. The response's body is JSON. */
export function compileHeaders(
  declared: Readonly<Record<string, string>>,
): (context: Variables) => WireResponse['headers'] {
  const compiled = Object.entries(declared).map(
    ([name, expression]) => [name, compileParameter(name, expression)] as const,
  );
  return (context) => [
    ['Content-Type', 'application/json'],
    ...compiled.map(([name, value]) => [name, value(context)] as const),
  ];
}

/**
 * Compiles a header value of the template: `'literal'` or `context.name`. Throws on any other form, so that the service
 * does not start.
 */
function compileParameter(header: string, expression: string): (context: Variables) => string {
  const [, literal] = /^'(.*)'$/s.exec(expression) ?? [];
  if (literal !== undefined) return () => literal;
  const [, name] = /^context\.(\w+(?:\.\w+)*)$/.exec(expression) ?? [];
  if (name === undefined) throw new Error(`${header}: the local gateway does not understand ${expression}`);
  return (context) => lookUpVariable(context, name);
}

function lookUpVariable(context: Variables, name: string): string {
  let value: unknown = context;
  for (const part of name.split('.')) value = isRecord(value) && Object.hasOwn(value, part) ? value[part] : undefined;
  return value === undefined || value === null ? '' : String(value);
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
