import { pageAt, pathTo, queryString } from '../protocol/pages.ts';
import type { RunbookWanted } from './api.ts';
import { address } from './router.ts';

const NAMES = ['alarm', 'partner', 'line', 'call'] as const;
type Ids = Pick<RunbookWanted, (typeof NAMES)[number]>;

/** Returns the id of the page's partner, line or call. On a page of the runbook, returns the ids in the query. */
export function idsInAddress(): Ids {
  const { path, query } = address.value;
  const { page, id } = pageAt(path) ?? {};
  if (page === 'partner') return { partner: id };
  if (page === 'line') return { line: id };
  if (page === 'delivery') return { call: id };
  if (page !== 'runbook' && page !== 'runbookIndex') return {};
  return Object.fromEntries(NAMES.map((name) => [name, query.get(name) ?? undefined]));
}

/** Returns the address of the runbook, with the ids in this page's address. */
export const pathToRunbook = (): string => pathTo('runbookIndex') + queryString({ ...idsInAddress() });
