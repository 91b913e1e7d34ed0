import { findPartnerNames } from '../../shared/store/partners/names.ts';
import { listPartnerIds } from '../../shared/store/partners/partners.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import { MOST_REQUESTS_AT_A_TIME, mapInParallel } from '../map-in-parallel.ts';

/** A partner or a line, with the texts by which people know it. */
export interface Named {
  readonly kind: 'partner' | 'line';
  readonly id: string;
  readonly name: string;
  readonly partnerId: string;
  readonly partnerName: string;
  readonly externalId: string | null;
  /** The name, the external id and the partner's name, each as `normalizeText` returns it. */
  readonly searched: string;
}

export interface Names {
  readonly all: readonly Named[];
  readonly partners: number;
  readonly readAtMs: number;
  readonly readUnits: number;
  /** How many items could not be read. */
  readonly unreadable: number;
}

/** How long names are cached. Names rarely change. */
export const NAMES_KEPT_MS = 10 * 60 * 1000;
/** If a search finds nothing, cached names older than this are read again: somebody may have just set a name. */
export const NAMES_FRESH_MS = 15_000;

/** The names in each table, cached by this process, so that a console does not read them for every search. */
const kept = new WeakMap<Table['db'], Promise<Names>>();

/** Returns the cached names if they are younger than `atMostMs`, and otherwise reads the names. */
export async function cachedNames(table: Table, nowMs: number, atMostMs: number): Promise<Names> {
  const known = await kept.get(table.db);
  if (known && nowMs - known.readAtMs < atMostMs) return known;
  const reading = readNames(table, nowMs);
  kept.set(table.db, reading);
  reading.catch(() => kept.delete(table.db));
  return reading;
}

async function readNames(table: Table, readAtMs: number): Promise<Names> {
  const partnerIds = await listPartnerIds(table);
  const read = await mapInParallel(partnerIds, MOST_REQUESTS_AT_A_TIME, (partnerId) =>
    findPartnerNames(table, partnerId),
  );
  const sum = (count: (one: (typeof read)[number]) => number) => read.reduce((total, one) => total + count(one), 0);
  return {
    all: read.flatMap(({ partner, lines }, at) => {
      const [partnerId = '', partnerName = ''] = [partnerIds[at], partner?.name];
      const texts = { partnerId, partnerName };
      return [
        ...(partner ? [named({ kind: 'partner', id: partnerId, name: partnerName, externalId: null, ...texts })] : []),
        ...lines.map(({ tenantId, name, externalId }) =>
          named({ kind: 'line', id: tenantId, name, externalId, ...texts }),
        ),
      ];
    }),
    partners: partnerIds.length,
    readAtMs,
    readUnits: sum(({ readUnits }) => readUnits),
    unreadable: sum(({ unreadable }) => unreadable),
  };
}

const named = (about: Omit<Named, 'searched'>): Named => ({
  ...about,
  searched: [about.name, about.externalId, about.partnerName].map((text) => normalizeText(text ?? '')).join('\n'),
});

/** Returns the text without differences in case, width and spaces, so that texts can be compared. */
export const normalizeText = (text: string): string =>
  text.normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean).join(' ');
