import { pageAt } from '../protocol/pages.ts';
import type { About } from '../protocol/routes.ts';

/** The query parameter with the stack of a link, so that the console of another stack does not show a wrong page. */
const STACK = 'stack';

interface Address {
  readonly path: string;
  readonly query: URLSearchParams;
}

/** A link to a deployed stack names the stack, because other stacks do not have the ids. */
export function linkTo({ path, query }: Address, { service, isLocal }: About): string {
  const named = new URLSearchParams(query);
  if (!isLocal) named.set(STACK, service);
  return path + (named.size > 0 ? `?${named}` : '');
}

/** Returns the stack that the address names. Undefined if there is none, or if it is the stack of this console. */
export function otherStackIn(query: URLSearchParams, { service, isLocal }: About): string | undefined {
  const stack = query.get(STACK);
  return stack === null || (stack === service && !isLocal) ? undefined : stack;
}

/** Reports whether CloudFormation allows this name, which comes from a link that anyone can have written. */
export const isStackName = (name: string): boolean => /^[A-Za-z][A-Za-z0-9-]{0,127}$/.test(name);

/** Reports whether the address names a stack. Only the console of this stack shows the page. */
export const hasStackName = (query: URLSearchParams) => query.has(STACK);

/** Returns the path and the query of a link to a console page on 127.0.0.1, on any port. Undefined for other texts. */
export function pathInLink(text: string): string | undefined {
  const { protocol, hostname, pathname, search } = URL.parse(text) ?? {};
  const isLink = protocol === 'http:' && hostname === '127.0.0.1' && pageAt(pathname ?? '') !== undefined;
  return isLink ? `${pathname}${search}` : undefined;
}
