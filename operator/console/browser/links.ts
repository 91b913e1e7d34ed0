import { pageAt } from '../protocol/pages.ts';
import type { About } from '../protocol/routes.ts';

/** The query parameter with the name of the stack, so that the console of another stack does not open the link. */
const STACK = 'stack';

interface Address {
  readonly path: string;
  readonly query: URLSearchParams;
}

/**
 * Returns the path and the query of a link that can be sent to others. They include the name of the stack, because the
 * ids mean nothing for another stack.
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

/**
 * Reports whether the address names a stack. That must be checked before the page is shown, because it may be another
 * stack.
 */
export const namesStack = (query: URLSearchParams) => query.has(STACK);

/** Returns the path and the query of a link to a page of a console, which can run on another port or machine. */
export function pathInLink(text: string): string | undefined {
  const { protocol, hostname, pathname, search } = URL.parse(text) ?? {};
  const isLink = protocol === 'http:' && hostname === '127.0.0.1' && pageAt(pathname ?? '') !== undefined;
  return isLink ? `${pathname}${search}` : undefined;
}
