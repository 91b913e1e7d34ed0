import { connectTable } from '../../../shared/store/table/connect.ts';
import { testSettings } from '../../support/access.ts';
import { type MeteringProxy, startMeteringProxy } from '../../support/service/metering-proxy.ts';
import { startLoadedEngine } from './loaded-engine.ts';
import {
  callRecorded,
  callsListed,
  deliveriesSwept,
  lineCreated,
  linesListed,
  type Operation,
  PAGE_LENGTH,
} from './operations.ts';
import {
  lineWithCalls,
  lineWithExpiredCalls,
  lostDeliveries,
  newLines,
  newPartnerIds,
  partnerWithLines,
  RECORDED_UNTIL_MS,
  type StockedLine,
} from './stock.ts';

export interface Sizes {
  readonly calls: readonly number[];
  readonly expired: readonly number[];
  readonly lines: readonly number[];
  readonly due: readonly number[];
}

/** A kind of stock that grows, with an operation for each size. */
export interface Growth {
  readonly name: string;
  readonly of: string;
  readonly rounds: number;
  readonly bySize: ReadonlyMap<number, Operation>;
}

/** Small stocks have several copies, because a round of writes would double a stock of ten. */
const copies = (size: number) => Math.max(1, Math.min(100, Math.floor(1_000 / size)));

/**
 * An operation of one request needs more rounds than a sweep, because the hundreds of requests of a sweep vary less.
 */
const ROUNDS = 15;
const SWEEP_ROUNDS = 7;

const STOCK = 'stock';
const dueTable = (size: number) => `due-${size}`;

export async function growthWorld(sizes: Sizes) {
  const lines = new Map(sizes.calls.map((size) => [size, newLines(copies(size))]));
  const expired = new Map(sizes.expired.map((size) => [size, newLines(1)]));
  const partners = new Map(sizes.lines.map((size) => [size, newPartnerIds(copies(size))]));
  const engine = await startLoadedEngine({
    [STOCK]: stock(lines, expired, partners),
    ...Object.fromEntries(sizes.due.map((size) => [dueTable(size), lostDeliveries(size)])),
  });
  const meter = await startMeteringProxy(engine.endpoint);
  const clocks = new Map(sizes.due.map((size) => [size, { nowMs: RECORDED_UNTIL_MS }]));

  const growthsAt = (endpoint: string): Growth[] => {
    const table = (name: string) => connectTable(name, testSettings(endpoint));
    const from = <Stock>(stocked: ReadonlyMap<number, Stock>, make: (of: Stock, size: number) => Operation) =>
      new Map([...stocked].map(([size, of]) => [size, make(of, size)]));
    const stored = table(STOCK);
    return [
      {
        name: 'list calls',
        of: 'calls of the line',
        rounds: ROUNDS,
        bySize: from(lines, (of) => callsListed(stored, first(of))),
      },
      {
        name: 'list the last page of calls',
        of: 'expired calls',
        rounds: ROUNDS,
        bySize: from(expired, (of) => callsListed(stored, first(of))),
      },
      {
        name: 'list lines',
        of: 'lines of the partner',
        rounds: ROUNDS,
        bySize: from(partners, (of) => linesListed(stored, first(of))),
      },
      {
        name: 'record a call',
        of: 'calls of the line',
        rounds: ROUNDS,
        bySize: from(lines, (of) => callRecorded(stored, of)),
      },
      {
        name: 'create a line',
        of: 'lines of the partner',
        rounds: ROUNDS,
        bySize: from(partners, (of) => lineCreated(stored, of)),
      },
      {
        name: 'sweep, per delivery',
        of: 'due deliveries',
        rounds: SWEEP_ROUNDS,
        bySize: from(clocks, (clock, size) => deliveriesSwept(table(dueTable(size)), clock)),
      },
    ];
  };
  return {
    /** The operations for timing. */
    growths: growthsAt(engine.endpoint),
    /** The same operations behind a meter of capacity units. */
    metered: growthsAt(meter.endpoint),
    meter: meter as Pick<MeteringProxy, 'taken'>,
    async close() {
      await meter.close();
      await engine.stop();
    },
  };
}

type Lines = ReadonlyMap<number, readonly StockedLine[]>;

function* stock(lines: Lines, expired: Lines, partners: ReadonlyMap<number, readonly string[]>) {
  for (const [size, ofSize] of lines) for (const line of ofSize) yield* lineWithCalls(line, size);
  for (const [size, ofSize] of expired) for (const line of ofSize) yield* lineWithExpiredCalls(line, PAGE_LENGTH, size);
  for (const [size, ofSize] of partners) for (const partnerId of ofSize) yield* partnerWithLines(partnerId, size);
}

function first<T>([one]: readonly T[]): T {
  if (one === undefined) throw new Error('A size has no stock');
  return one;
}
