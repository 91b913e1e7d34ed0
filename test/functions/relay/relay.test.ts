import { describe, expect, it } from '@jest/globals';
import type { ScheduledWakeUp } from '../../../shared/delivery/wake-ups/queue.ts';
import { LATE } from '../../../shared/domain/deliveries/lane.ts';
import type { DeliveryItem } from '../../../shared/store/deliveries/item.ts';
import { laneStore } from '../../../shared/store/deliveries/lanes.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { aCall, callRecorderOn, changeItem, recorded, START_MS } from '../../support/functions/deliveries.ts';
import { relayOn } from '../../support/functions/pipeline.ts';
import { NotingLogger, recordingTelemetry } from '../../support/functions/telemetry.ts';
import { testTable } from '../../support/table/table.ts';

const table = await testTable();

/** Returns a relay whose queues accept everything but the named calls. */
function relay({ rejecting = [] as readonly string[], nowMs = START_MS } = {}) {
  const sent: ScheduledWakeUp[] = [];
  const logger = new NotingLogger();
  const { noted, meter } = recordingTelemetry();
  const wakeUps = {
    sendAll: async (all: readonly ScheduledWakeUp[]) => {
      sent.push(...all);
      return all.filter(({ delivery }) => rejecting.includes(delivery.callId));
    },
  };
  const handler = relayOn({ table, nowMs: () => nowMs }, { logger, meter, wakeUps });
  return { handler, sent, noted, logged: logger.lines };
}

const insertOf = ({ callId }: { callId: string }, sequence: number, eventName = 'INSERT') => {
  const { PK, SK } = keys.delivery(callId);
  return { eventName, dynamodb: { SequenceNumber: String(sequence), Keys: { PK: { S: PK }, SK: { S: SK } } } };
};
const stream = (...Records: object[]) => ({ Records });
const failures = (...sequences: number[]) => ({
  batchItemFailures: sequences.map((sequence) => ({ itemIdentifier: String(sequence) })),
});
const rows = (count: number, about: Partial<DeliveryItem> = {}) =>
  Promise.all(Array.from({ length: count }, () => recorded(table, aCall(), about)));

describe('the relay, which sends the first wake-up of a delivery', () => {
  it('the relay sends one wake-up without a delay for every new delivery', async () => {
    const fresh = await rows(25);
    const { handler, sent } = relay();
    expect(await handler(stream(...fresh.map((row, n) => insertOf(row, n))))).toEqual(failures());
    expect(sent).toEqual(fresh.map((delivery) => ({ delivery, lane: 'main', hops: 0, delayMs: 0 })));
  });

  it('the relay sends the wake-ups of a slow partner to the slow queue', async () => {
    const [hanging, healthy] = await rows(2);
    if (!hanging || !healthy) throw new Error('Not recorded');
    await laneStore(table).mark(hanging.partnerId, LATE, START_MS);
    const { handler, sent } = relay();
    await handler(stream(insertOf(hanging, 1), insertOf(healthy, 2)));
    expect(sent.map(({ lane }) => lane)).toEqual(['slow', 'main']);
  });

  it('the relay sends no wake-up for a settled, deleted or changed delivery', async () => {
    const call = aCall();
    await callRecorderOn(table).store(call, () => START_MS, 'no webhook');
    const [done, changed] = await Promise.all([
      recorded(table, aCall(), { status: 'delivered' }),
      recorded(table, aCall()),
    ]);
    const line = keys.line(call.tenantId);
    const other = {
      eventName: 'INSERT',
      dynamodb: { SequenceNumber: '9', Keys: { PK: { S: line.PK }, SK: { S: line.SK } } },
    };
    const gone = insertOf({ callId: 'never-stored' }, 3);
    const { handler, sent } = relay();
    const event = stream(insertOf(call, 1), insertOf(done, 2), gone, insertOf(changed, 4, 'MODIFY'), other);
    expect(await handler(event)).toEqual(failures());
    expect(sent).toEqual([]);
  });

  it("the relay reports a record as failed if the queue does not accept the record's wake-up", async () => {
    const fresh = await rows(4);
    const { handler, logged } = relay({ rejecting: [fresh[1]?.callId ?? '', fresh[3]?.callId ?? ''] });
    expect(await handler(stream(...fresh.map((row, n) => insertOf(row, n))))).toEqual(failures(1, 3));
    expect(logged).toMatchObject([
      { level: 'INFO', message: 'Wake-ups sent', callIds: [fresh[0]?.callId, fresh[2]?.callId], lane: 'main' },
      { level: 'WARN', message: 'Wake-up not accepted', callId: fresh[1]?.callId, lane: 'main' },
      { level: 'WARN', message: 'Wake-up not accepted', callId: fresh[3]?.callId, lane: 'main' },
    ]);
  });

  it('the relay sends the other wake-ups if one delivery cannot be read', async () => {
    const fresh = await rows(3);
    await changeItem(table, keys.delivery(fresh[1]?.callId ?? ''), { status: 'of another version' });
    const { handler, sent, noted, logged } = relay();
    expect(await handler(stream(...fresh.map((row, n) => insertOf(row, n))))).toEqual(failures(1));
    expect(noted()).toEqual({ unhandledError: 1 });
    expect(logged[0]).toMatchObject({ message: 'A delivery cannot be read', callId: fresh[1]?.callId });
    expect(sent.map(({ delivery }) => delivery.callId)).toEqual([fresh[0]?.callId, fresh[2]?.callId]);
  });
});
