import type { Element, Node } from '../protocol/formatted-text.ts';
import { type PageName, pathTo } from '../protocol/pages.ts';

interface Place {
  readonly page: PageName;
  readonly words: string;
}

const ALARMS: Place = { page: 'alarms', words: 'Alarms' };
const AUDIT: Place = { page: 'audit', words: 'Audit' };
const DELIVERIES: Place = { page: 'deliveries', words: 'Deliveries' };
const PARTNERS: Place = { page: 'partners', words: 'Partners' };
const QUEUES: Place = { page: 'queues', words: 'Queues' };
const REJECTED_CALLS: Place = { page: 'rejected', words: 'Refused calls' };

/** The list page for a noun of commands. Lines and most calls have no list page, because the search finds them by id. */
const PLACES: Readonly<Record<string, Place>> = {
  alarms: ALARMS,
  audit: AUDIT,
  'call refused': REJECTED_CALLS,
  delivery: DELIVERIES,
  dlq: QUEUES,
  key: PARTNERS,
  mapping: QUEUES,
  partner: PARTNERS,
  queue: QUEUES,
  secret: PARTNERS,
  sweep: QUEUES,
  webhook: PARTNERS,
};

/** Matches an operator command: its noun, and the rest of the line. */
const COMMANDS = /(?:^|\bdo )operator ([a-z]+)(.*)/gm;
/** Matches a command about one call. The list pages cannot show a given call, but the search finds it by its id. */
const BY_CALL = /--call\b/;

/** Returns links to the list pages for the commands in a text. Leaves out commands about one call. */
export function linksToPages(code: string): Node[] {
  const places = new Set<Place>();
  for (const [, noun = '', rest = ''] of code.matchAll(COMMANDS)) {
    const [verb = ''] = rest.trim().split(' ');
    const place = PLACES[noun] ?? PLACES[`${noun} ${verb}`];
    if (place && !BY_CALL.test(rest)) places.add(place);
  }
  return [...places].flatMap((place, at) => (at === 0 ? [linkTo(place)] : [', ', linkTo(place)]));
}

const linkTo = ({ page, words }: Place): Element => ({ tag: 'a', href: pathTo(page), children: [words] });
