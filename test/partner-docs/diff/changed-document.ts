import { checkedInDocument } from '../openapi/api-document.ts';
import type { Json } from '../openapi/schemas.ts';

/** The checked-in document. */
export const document = checkedInDocument();
export const copyOf = (value: Json): Json => JSON.parse(JSON.stringify(value));

/** Returns the document with one value changed. `undefined` removes it. */
export function changed(pointer: string, value: unknown): Json {
  const copy = copyOf(document);
  const steps = pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/'));
  const last = steps.pop() ?? '';
  const parent = steps.reduce<Json>((node, name) => node[name] as Json, copy);
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return copy;
}

export const SCHEMAS = '/components/schemas';
