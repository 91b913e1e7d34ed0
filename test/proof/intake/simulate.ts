import { SQSClient } from '@aws-sdk/client-sqs';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { createHandler } from '../../../functions/intake/handler.ts';
import { intakeQueue as queueForIntake } from '../../../functions/intake/queue.ts';
import { TIMEOUT_SECONDS } from '../../../lib/functions/timeouts.ts';
import { localOverrides } from '../../../shared/config/local-overrides.ts';
import { newLineId } from '../../../shared/domain/ids.ts';
import type { Table } from '../../../shared/store/table/connect.ts';
import { clientOf } from '../../support/aws/client-of.ts';
import { callRecorderOn, START_MS } from '../../support/functions/deliveries.ts';
import { lineWorld } from '../../support/functions/line-world.ts';
import { silent } from '../../support/functions/telemetry.ts';
import { intercepted } from '../../support/table/faulty.ts';
import { memoryTable } from '../memory-table/memory-table.ts';
import { chances } from '../virtual-time/chances.ts';
import { timeline } from '../virtual-time/timeline.ts';
import { brokenBy, type Handed } from './broken.ts';
import { intakeQueue } from './queue.ts';

type Deps = Parameters<typeof createHandler>[0];
type Handler = (event: SQSEvent) => Promise<SQSBatchResponse>;

/** A fault to plant: other dependencies, another table, or another handler. */
export interface Planted {
  readonly deps?: (deps: Deps) => Deps;
  readonly table?: (table: Table) => Table;
  readonly handler?: (handler: Handler) => Handler;
}

/** How the service is away: the table responds with errors, or does not respond, or no function runs. */
const OUTAGES = ['table fails', 'table is silent', 'service stopped'] as const;

const MINUTE_MS = 60_000;
const HANDING_OVER_MS = 15 * MINUTE_MS;
const OUTAGE = { fromMs: START_MS + 3 * MINUTE_MS, untilMs: START_MS + 13 * MINUTE_MS };
/** The time from which nothing fails any more. */
const FAULTS_UNTIL_MS = START_MS + 30 * MINUTE_MS;
/**
 * How long after the last fault the queue must be empty: the longest wait after a fault, the time after which the
 * message of a killed function becomes visible again, and the duration of a batch.
 */
const DRAINED_AFTER_MS = 32 * MINUTE_MS;
const CALLS = 15;

/**
 * Simulates the queue of finished calls for an hour, with an outage of ten minutes in which calls are handed over.
 * Functions may be killed before and after each request to the table and to SQS, and before their messages are deleted.
 */
export async function simulate(seed: number, { deps = same, table = same, handler = same }: Planted = {}) {
  const chance = chances(seed);
  const time = timeline(START_MS);
  const wait = (ms: number) => new Promise<void>((resolve) => time.after(ms, resolve));
  const stored = memoryTable({ onChange: () => undefined });
  const { line } = await lineWorld(stored);
  const tenantId = await line();

  const outage = chance.pick('outage', OUTAGES);
  const isAway = () => OUTAGE.fromMs <= time.nowMs() && time.nowMs() < OUTAGE.untilMs;
  const killedShare = chance.pick('killed', [0, 0.02, 0.1]);
  const failedShare = chance.pick('failed', [0, 0.05, 0.2]);
  const strikes = (what: string, share: number) => time.nowMs() < FAULTS_UNTIL_MS && chance.fraction(what) < share;
  const counts = { killed: 0, failed: 0 };

  /** Returns one invocation's way to the outside: each request may fail before or after it, or be the last one. */
  function ways(die: () => void) {
    const dies = () => {
      if (!strikes('kill', killedShare)) return false;
      counts.killed += 1;
      die();
      return true;
    };
    const fails = () => {
      if (!strikes('fault', failedShare)) return;
      counts.failed += 1;
      throw new Error('No response');
    };
    return async <T>(send: () => Promise<T>): Promise<T> => {
      await wait(chance.between('way', 2, 20));
      if (dies()) return forever();
      fails();
      const response = await send();
      if (dies()) return forever();
      fails();
      return response;
    };
  }

  function consume(event: SQSEvent, then: (response: SQSBatchResponse | undefined) => void): void {
    let isOver = false;
    const end = (response?: SQSBatchResponse) => {
      if (!isOver) then(response);
      isOver = true;
    };
    time.after(TIMEOUT_SECONDS.intake * 1_000, end);
    if (isAway() && outage === 'service stopped') return void time.after(1_000, end);
    const through = ways(end);
    const seen = table(
      intercepted(stored, async (command) => {
        if (isAway() && outage === 'table is silent') return forever();
        return through(async () => {
          if (isAway() && outage === 'table fails') throw new Error('The table does not respond');
          return stored.db.send(command);
        });
      }),
    );
    const sqs = clientOf(SQSClient, (command: unknown) => through(async () => queue.execute(command)));
    const urls = { queueUrl: 'https://sqs.test/intake', deadLetterQueueUrl: 'https://sqs.test/dead' };
    const own: Deps = {
      ...silent,
      callRecorder: callRecorderOn({ ...seen, pacing: { random: () => 0.5, sleepMs: wait } }),
      nowMs: time.nowMs,
      queue: queueForIntake(sqs, { ...urls, ...localOverrides() }),
    };
    handler(createHandler(deps(own)))(event).then(
      // The function may be killed before its messages are deleted.
      (response) => (strikes('kill at the end', killedShare) ? end() : end(response)),
      () => end(),
    );
  }

  const queue = intakeQueue(time, chance, consume);
  const handed = Array.from({ length: CALLS }, (_, n) => aCall(n, tenantId, chance.fraction('kind')));
  for (const { body } of handed) {
    for (let copy = chance.between('copies', 1, 3); copy > 0; copy -= 1) {
      time.after(chance.between('at', 0, HANDING_OVER_MS), () => queue.send(body));
    }
  }
  queue.start();
  await time.run(FAULTS_UNTIL_MS + DRAINED_AFTER_MS);
  const broken = brokenBy(handed, { items: stored.items(), deadLetters: queue.deadLetters, waiting: queue.waiting() });
  const { length: refused } = handed.filter(({ reason }) => reason !== undefined);
  return { seed, broken, handed: CALLS, redeliveries: queue.redeliveries(), ...counts, refused };
}

const same = <T>(value: T): T => value;
const forever = <T>() => new Promise<T>(() => undefined);

/** Returns a call to hand over. Some are refused, for one of three reasons. */
function aCall(n: number, tenantId: string, kind: number): Handed {
  const callId = `call-${n}`;
  const call = { callId, summary: 'Asked for a table', callerNumber: '****5678' };
  const refused = (input: unknown, reason: string): Handed => ({ callId, body: JSON.stringify(input), reason });
  if (kind < 0.1) return refused({ tenantId, call: { ...call, summary: ' ' } }, 'call.summary: must not be blank');
  if (kind < 0.2) return refused({ tenantId: newLineId(), call }, 'No line has this id');
  if (kind < 0.25) return { ...refused('no input', 'A JSON object is required'), body: `not JSON ${n}` };
  return { callId, body: JSON.stringify({ tenantId, call }), reason: undefined };
}
