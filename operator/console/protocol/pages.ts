/**
 * The pages of the console, with their paths. `:id` stands for an id as one path segment, percent-encoded, because a
 * call id can contain any visible ASCII character.
 */
const PAGES = {
  overview: '/',
  partners: '/partners',
  partner: '/partners/:id',
  line: '/lines/:id',
  deliveries: '/deliveries',
  delivery: '/deliveries/:id',
  rejected: '/refused',
  queues: '/queues',
  alarms: '/alarms',
  objectives: '/objectives',
  runbookIndex: '/runbook',
  runbook: '/runbook/:id',
  audit: '/audit',
  search: '/search',
} as const;
export type PageName = keyof typeof PAGES;

export interface PageAddress {
  readonly page: PageName;
  /** The id in the path; empty for a page without an id. */
  readonly id: string;
}

/** Returns the path of a page. The ids `.` and `..` have no page, because browsers remove such segments from a path. */
export const pathTo = (page: PageName, id = ''): string => PAGES[page].replace(':id', encodeURIComponent(id));

/** Returns the page at a path, or undefined if there is none. */
export function pageAt(path: string): PageAddress | undefined {
  for (const [page, pattern] of Object.entries(PAGES) as [PageName, string][]) {
    const [, encoded] = new RegExp(`^${pattern.replace(':id', '([^/]+)')}$`).exec(path) ?? [];
    if (encoded === undefined) {
      if (path === pattern) return { page, id: '' };
    } else {
      const id = decodeSegment(encoded);
      return id === undefined ? undefined : { page, id };
    }
  }
  return undefined;
}

/** Returns the query of a link, with the parameters that have a value. */
export function queryString(parameters: Readonly<Record<string, string | undefined>>): string {
  const known = Object.entries(parameters).filter((entry): entry is [string, string] => !!entry[1]);
  return known.length === 0 ? '' : `?${new URLSearchParams(known)}`;
}

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
