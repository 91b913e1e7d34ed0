import type { Lane } from '../../../shared/domain/deliveries/lane.ts';
import type { Outcome } from '../../../shared/domain/deliveries/retry-policy.ts';
import type { Telemetry } from '../../../shared/telemetry/telemetry.ts';
import { START_MS } from '../../support/functions/deliveries.ts';
import { silent } from '../../support/functions/telemetry.ts';
import { type Version, version } from '../../support/functions/version.ts';
import { isWhollySignedWith } from '../../support/receivers/signature.ts';
import { isNewDelivery } from '../lambda-events.ts';
import { type MemoryTable, memoryTable } from '../memory-table/memory-table.ts';
import type { Change } from '../memory-table/rows.ts';
import { type TableView, tableView } from '../table-view.ts';
import { type Script, scriptOf } from './script.ts';

export interface Message {
  readonly id: string;
  readonly lane: Lane;
  readonly body: string;
  visibleAtMs: number;
  receives: number;
}

/** A stream record: the change that created a delivery row. */
interface StreamRecord extends Change {
  tries: number;
}

/** A request that the receiver got. */
interface Received {
  readonly callId: string;
  readonly body: string;
  readonly atMs: number;
  /** Whether the invocation that sent the request had been delayed. */
  readonly isLate: boolean;
}

interface Abandoned {
  /** Resolves when the invocation has ended or is dead. */
  readonly over: Promise<unknown>;
  readonly heldToTheEnd: Promise<unknown>;
}

export interface World {
  readonly table: MemoryTable;
  /** Returns the version that runs the next invocation. */
  version: () => Version;
  telemetry: Telemetry;
  /** The names of invariants that may be broken. */
  tolerated: readonly string[];
  /** Whether both signatures of a request to a receiver are valid. An earlier version may send only one. */
  isSigned: typeof isWhollySignedWith;
  nowMs: number;
  script: Script;
  messages: Message[];
  /** New deliveries that the relay has not received yet. */
  stream: StreamRecord[];
  /** How many of the table's changes are already in the stream. */
  streamedTo: number;
  received: Received[];
  /** The calls in the dead-letter queue of calls. */
  readonly laidAside: { readonly body: string; readonly reason: string | undefined }[];
  /** Returns the outcome of the receiver's nth request, counted from 1. */
  receiver: (request: number) => Outcome;
  problems: string[];
  /** Texts that may only be in items whose sort key matches `home`. */
  canaries: { readonly text: string; readonly home?: RegExp }[];
  /** The signing secrets that are or were in force, in plain text. */
  readonly signers: Set<string>;
  /** The number of invocations while the script was on. */
  invocations: number;
  seen: TableView;
  /** The number of changes and requests at the last check of the table. */
  seenAtStep: number;
  /** Invocations whose caller stopped waiting. */
  readonly abandoned: Abandoned[];
}

/** Returns a table, two queues, a receiver and a clock: new ones, or a copy of those before. */
export function worldLike(before?: World): World {
  if (before) readStream(before);
  const table = memoryTable({ items: before?.table.items() ?? [] });
  return {
    table,
    version: before?.version ?? (() => version),
    telemetry: before?.telemetry ?? silent,
    tolerated: before?.tolerated ?? [],
    isSigned: before?.isSigned ?? isWhollySignedWith,
    nowMs: before?.nowMs ?? START_MS,
    script: scriptOf([]),
    messages: before?.messages.map((message) => ({ ...message })) ?? [],
    stream: before?.stream.map((record) => ({ ...record })) ?? [],
    streamedTo: table.changes.length,
    received: [...(before?.received ?? [])],
    laidAside: [...(before?.laidAside ?? [])],
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

/** Moves new changes of the table that pass the mapping's filter into the stream. */
export function readStream(world: World): void {
  const fresh = world.table.changes.slice(world.streamedTo).filter(isNewDelivery);
  world.stream.push(...fresh.map((change) => ({ ...change, tries: 0 })));
  world.streamedTo = world.table.changes.length;
}

/** Waits by moving the clock of the world. */
export async function pass(world: World, durationMs: number): Promise<void> {
  world.nowMs += durationMs;
}

/** What the world gives to each function besides the services that it reaches. */
export const around = (world: World) => ({ telemetry: world.telemetry, nowMs: () => world.nowMs });
