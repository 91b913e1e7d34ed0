import type { SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { EVENT_HEADERS } from '../../../shared/contract/call-completed.ts';
import { TABLE } from '../../../shared/contract/table.ts';
import type { Post } from '../../../shared/delivery/sender.ts';
import type { Outcome } from '../../../shared/domain/retry-policy.ts';
import { START_MS } from '../../support/deliveries.ts';
import { fakeKms } from '../../support/fake-kms.ts';
import { ALWAYS, broken, requestsWereClaimed, settledStays, staysHome } from '../invariants.ts';
import { type MemoryTable, memoryTable } from '../memory-table/memory-table.ts';
import { type TableView, tableView } from '../table-view.ts';
import { type Outside, outsideOf, type Reality } from './outside.ts';
import { invocation, type Script, scriptOf } from './script.ts';

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
export interface StreamRecord {
  readonly key: { readonly PK: string; readonly SK: string };
  readonly sequenceNumber: string;
  tries: number;
}

/** A request as the receiver has it. */
export interface Received {
  readonly callId: string;
  readonly body: string;
  readonly atMs: number;
}

/** What became of one invocation, as whoever asked for it sees it. */
export type Ended<T> =
  | { readonly kind: 'answered'; readonly value: T }
  | { readonly kind: 'failed'; readonly error: unknown }
  /** Nothing is heard of it; it may be dead, and it may not. */
  | { readonly kind: 'gone' };

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
  /** How often a function was started while faults were on. */
  invocations: number;
  seen: TableView;
  /** Invocations that somebody has given up waiting for. */
  readonly abandoned: Abandoned[];
}

const SENDER_LIMIT_MS = 10_000;
const { kms } = fakeKms();

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
    receiver: before?.receiver ?? (() => ({ kind: 'answered', status: 200 })),
    problems: [],
    canaries: [...(before?.canaries ?? [])],
    invocations: 0,
    seen: tableView(table.items()),
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

/** Runs a function once with a world that its script may break, and looks at the whole table afterwards. */
export async function invoke<T>(world: World, run: (outside: Outside) => Promise<T>): Promise<Ended<T>> {
  const { through, givenUp, died, heldToTheEnd } = invocation(world.script);
  if (world.script.isOn) world.invocations += 1;
  const ended = run(outsideOf(realityOf(world), through)).then(
    (value): Ended<T> => ({ kind: 'answered', value }),
    (error: unknown): Ended<T> => ({ kind: 'failed', error }),
  );
  const gone = (): Ended<T> => ({ kind: 'gone' });
  const outcome = await Promise.race([ended, givenUp.then(gone)]);
  if (outcome.kind === 'gone') world.abandoned.push({ over: Promise.race([ended, died]), heldToTheEnd });
  look(world);
  return outcome;
}

/** What must hold after every step. */
export function look(world: World): void {
  const table = tableView(world.table.items());
  const requests = new Map<string, number>();
  for (const { callId } of world.received) requests.set(callId, (requests.get(callId) ?? 0) + 1);
  world.problems.push(
    ...broken(ALWAYS, table),
    ...settledStays(world.seen, table),
    ...requestsWereClaimed(table, requests),
    ...world.canaries.flatMap(({ text, home }) => staysHome(table, text, home)),
    ...world.canaries
      .filter(({ text }) => world.messages.some(({ body }) => body.includes(text)))
      .map(() => 'a message tells what it must not'),
  );
  world.seen = table;
}

function realityOf(world: World): Reality {
  return {
    table: { ...world.table, pacing: { random: () => 0.5, sleepMs: (durationMs) => pass(world, durationMs) } },
    kms,
    enqueue: (command) => enqueue(world, command),
    send: async (post) => receive(world, post),
    resolve: async () => ({ kind: 'addresses', addresses: ['8.8.8.8'] }),
    cutOff: (wasSent) => {
      world.nowMs += wasSent ? SENDER_LIMIT_MS : 0;
      return { kind: 'unanswered', why: wasSent ? 'timeout' : 'refused connection' };
    },
  };
}

/** All waiting is done by the clock of the world. */
export async function pass(world: World, durationMs: number): Promise<void> {
  world.nowMs += durationMs;
}

let messages = 0;
function enqueue(world: World, { input: { QueueUrl, Entries = [] } }: SendMessageBatchCommand): void {
  for (const { MessageBody = '', DelaySeconds = 0 } of Entries) {
    messages += 1;
    const lane = QueueUrl === SLOW_URL ? 'slow' : 'main';
    const visibleAtMs = world.nowMs + DelaySeconds * 1_000;
    world.messages.push({ id: messages, lane, body: MessageBody, visibleAtMs, receives: 0 });
  }
}

function receive(world: World, { headers, body }: Post): Outcome {
  const callId = headers[EVENT_HEADERS.delivery] ?? '';
  const first = world.received.find((earlier) => earlier.callId === callId);
  if (first !== undefined && first.body !== body) world.problems.push(`${callId} was sent with two bodies`);
  world.received.push({ callId, body, atMs: world.nowMs });
  const outcome = world.receiver(world.received.length);
  if (outcome.kind === 'unanswered' && outcome.why === 'timeout') world.nowMs += SENDER_LIMIT_MS;
  return outcome;
}
