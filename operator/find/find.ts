import { maskPhoneNumber } from '../../shared/domain/calls/phone-number.ts';
import { LINE_PREFIX, PARTNER_PREFIX } from '../../shared/domain/ids.ts';
import { E164 } from '../../shared/domain/lines/e164.ts';
import { findLine, findLineIdOfNumber } from '../../shared/store/lines/lines.ts';
import { findPartner } from '../../shared/store/partners/partners.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import type { Found } from '../console/protocol/command-values.ts';
import { findDelivery } from '../records/delivery-queries.ts';
import { cachedNames, NAMES_FRESH_MS, NAMES_KEPT_MS, type Named, type Names, normalizeText } from './names.ts';

export interface Search {
  readonly found: readonly Found[];
  /** How many partners, lines and calls match, including those that are not returned. */
  readonly matched: number;
  /** The names that were searched. Absent if an id or number matched. */
  readonly names?: Names;
}

/** How many results a search returns, at most. */
const MOST = 100;

/** Searches names and external ids only if no id or number matches. */
export async function search(table: Table, text: string, nowMs: number): Promise<Search> {
  const exact = await findByIdOrNumber(table, text);
  if (exact) return { found: [exact], matched: 1 };
  const known = findMatchingNames(await cachedNames(table, nowMs, NAMES_KEPT_MS), text);
  return known.matched > 0 ? known : findMatchingNames(await cachedNames(table, nowMs, NAMES_FRESH_MS), text);
}

function findMatchingNames(names: Names, text: string): Search {
  const words = normalizeText(text).split(' ');
  const hits = names.all.filter(({ searched }) => words.every((word) => searched.includes(word)));
  const ranked = hits
    .map((hit) => ({ hit, rank: rankOfMatch(hit, normalizeText(text)) }))
    .sort((one, other) => one.rank - other.rank);
  return { found: ranked.slice(0, MOST).map(({ hit }) => resultOf(hit)), matched: hits.length, names };
}

/** Ranks exact names and external ids first, then those that begin with the text. Returns 0 for the best rank. */
function rankOfMatch({ kind, name, externalId }: Named, text: string): number {
  const own = [normalizeText(name), normalizeText(externalId ?? '')];
  const order = own.includes(text) ? 0 : own.some((one) => one.startsWith(text)) ? 2 : 4;
  // A partner comes before its lines, because the names of lines often contain the name of their partner.
  return order + (kind === 'partner' ? 0 : 1);
}

const resultOf = ({ searched: _, ...hit }: Named): Found => hit;

async function findByIdOrNumber(table: Table, text: string): Promise<Found | undefined> {
  const number = text.replaceAll(/[\s().-]/g, '');
  if (E164.test(number)) {
    const tenantId = await findLineIdOfNumber(table, number);
    if (tenantId !== undefined) return lineResult(table, tenantId, maskPhoneNumber(number));
  }
  const found = await Promise.all(possibleMatches(text).map(({ kind, id }) => LOOK_UPS[kind](table, id)));
  return found.find((one) => one !== undefined);
}

/** How to find a partner, a line or a call by its id. */
const LOOK_UPS: Record<Found['kind'], (table: Table, id: string) => Promise<Found | undefined>> = {
  partner: async (table, id) => {
    const partner = await findPartner(table, id);
    return partner && aboutPartner(id, partner.name);
  },
  line: (table, id) => lineResult(table, id),
  call: async (table, id) => {
    const row = await findDelivery(table, id);
    return row && { kind: 'call', id, name: null, partnerId: row.partnerId, partnerName: null, externalId: null };
  },
};

const aboutPartner = (partnerId: string, name: string): Found => ({
  ...{ kind: 'partner', id: partnerId, name, externalId: null },
  ...{ partnerId, partnerName: name },
});

async function lineResult(table: Table, id: string, number?: string): Promise<Found | undefined> {
  const line = await findLine(table, id);
  if (line === undefined) return undefined;
  const { name, partnerId, externalId } = line;
  return { kind: 'line', id, name, partnerId, partnerName: null, externalId, ...(number && { number }) };
}

const KIND_OF_PREFIX: Readonly<Record<string, Found['kind']>> = { [PARTNER_PREFIX]: 'partner', [LINE_PREFIX]: 'line' };
const PREFIX_LENGTH = LINE_PREFIX.length;

/**
 * The voice platform chooses the ids of calls, so a call's id can look like the id of a partner or line, and is
 * case-sensitive. The ids of partners and lines are ULIDs in upper case after their prefix, but an email may have
 * changed their case.
 */
function possibleMatches(id: string): readonly Pick<Found, 'kind' | 'id'>[] {
  const call = { kind: 'call', id } as const;
  const prefix = id.slice(0, PREFIX_LENGTH).toLowerCase();
  const kind = KIND_OF_PREFIX[prefix];
  return kind === undefined ? [call] : [{ kind, id: prefix + id.slice(PREFIX_LENGTH).toUpperCase() }, call];
}
