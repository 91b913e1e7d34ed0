import { pageAt } from '../protocol/pages.ts';
import type { About } from '../protocol/routes.ts';

/** The query parameter with the name of the stack. With it, the console of another stack recognizes the link. */
const STACK = 'stack';

interface Address {
  readonly path: string;
  readonly query: URLSearchParams;
}

/**
 * Returns the path and the query of a link that can be sent to others. For a deployed stack, they include its name,
 * because other stacks do not have the ids.
 */
export function linkTo({ path, query }: Address, { service, isLocal }: About): string {
  const named = new URLSearchParams(query);
  if (!isLocal) named.set(STACK, service);
  return path + (named.size > 0 ? `?${named}` : '');
}

/** Returns the other stack that the address names, or undefined if the address is for this console. */
export function otherStackIn(query: URLSearchParams, { service, isLocal }: About): string | undefined {
  const stack = query.get(STACK);
  return stack === null || (stack === service && !isLocal) ? undefined : stack;
}

/** Returns whether a stack can have this name, by the rule of CloudFormation. Anyone may have written the link. */
export const isStackName = (name: string): boolean => /^[A-Za-z][A-Za-z0-9-]{0,127}$/.test(name);

/** Reports whether the address names a stack. If so, the page is shown only if it is this console's stack. */
export const namesStack = (query: URLSearchParams) => query.has(STACK);

/** Returns the path and the query of a link to a page of any console, on whatever port. Undefined for other texts. */
export function pathInLink(text: string): string | undefined {
  const { protocol, hostname, pathname, search } = URL.parse(text) ?? {};
  const isLink = protocol === 'http:' && hostname === '127.0.0.1' && pageAt(pathname ?? '') !== undefined;
  return isLink ? `${pathname}${search}` : undefined;
}
