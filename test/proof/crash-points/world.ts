import type { Outcome } from '../../../shared/domain/deliveries/retry-policy.ts';
import { TABLE } from '../../../shared/names/table.ts';
import { START_MS } from '../../support/functions/deliveries.ts';
import { type MemoryTable, memoryTable } from '../memory-table/memory-table.ts';
import { type TableView, tableView } from '../table-view.ts';
import { type Script, scriptOf } from './script.ts';

export const MAIN_URL = 'https://queue/main';
export const SLOW_URL = 'https://queue/slow';

export interface Message {
  readonly id: number;
  readonly lane: 'main' | 'slow';
  readonly body: string;
  visibleAtMs: number;
  receives: number;
}

/** Of the stream: the key of a new delivery's row. */
interface StreamRecord {
  readonly key: { readonly PK: string; readonly SK: string };
  readonly sequenceNumber: string;
  tries: number;
}

/** A request as the receiver has it. */
interface Received {
  readonly callId: string;
  readonly body: string;
  readonly atMs: number;
  /** Sent by somebody who had been held up. */
  readonly isLate: boolean;
}

interface Abandoned {
  /** It has ended, or is dead. */
  readonly over: Promise<unknown>;
  readonly heldToTheEnd: Promise<unknown>;
}

export interface World {
  readonly table: MemoryTable;
  nowMs: number;
  script: Script;
  messages: Message[];
  /** New deliveries of which the relay has not been told yet. */
  stream: StreamRecord[];
  /** How far the table's own record of changes has been read into the stream. */
  streamedTo: number;
  received: Received[];
  /** What it answers to its how-manieth request. */
  receiver: (request: number) => Outcome;
  problems: string[];
  /** Texts that may stand nowhere but in items with such a sort key. */
  canaries: { readonly text: string; readonly home?: RegExp }[];
  /** The signing secrets that are or were in force, in clear. */
  readonly signers: Set<string>;
  /** How often a function was started while faults were on. */
  invocations: number;
  seen: TableView;
  /** Changes and requests so far when the table was last looked at. */
  seenAtStep: number;
  /** Invocations that somebody has given up waiting for. */
  readonly abandoned: Abandoned[];
}

/** Everything there is: a table, two queues, a receiver and a clock. As the other world was at that moment, if one is given. */
export function worldLike(before?: World): World {
  if (before) readStream(before);
  const table = memoryTable({ items: before?.table.items() ?? [] });
  return {
    table,
    nowMs: before?.nowMs ?? START_MS,
    script: scriptOf([]),
    messages: before?.messages.map((message) => ({ ...message })) ?? [],
    stream: before?.stream.map((record) => ({ ...record })) ?? [],
    streamedTo: table.changes.length,
    received: [...(before?.received ?? [])],
    receiver: before?.receiver ?? (() => ({ kind: 'response', status: 200 })),
    problems: [],
    canaries: [...(before?.canaries ?? [])],
    signers: new Set(before?.signers),
    invocations: 0,
    seen: tableView(table.items()),
    seenAtStep: -1,
    abandoned: [],
  };
}

/** Takes what the table has recorded into the stream, as the mapping's filter lets it through. */
export function readStream(world: World): void {
  for (const { eventName, key, sequenceNumber } of world.table.changes.slice(world.streamedTo)) {
    const { PK, SK } = key;
    if (eventName !== 'INSERT' || typeof PK !== 'string' || SK !== TABLE.deliverySortKey) continue;
    world.stream.push({ key: { PK, SK }, sequenceNumber: String(sequenceNumber), tries: 0 });
  }
  world.streamedTo = world.table.changes.length;
}

/** All waiting is done by the clock of the world. */
export async function pass(world: World, durationMs: number): Promise<void> {
  world.nowMs += durationMs;
}
