import { stripVTControlCharacters } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { LogSource } from '../../../operator/target.ts';
import type { Table } from '../../../shared/store/table/connect.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { aCall, changeItem, recorded, START_MS } from '../../support/functions/deliveries.ts';
import { testTable } from '../../support/table/table.ts';
import { operatorWorld } from '../operator-world.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const at = (afterMs: number) => new Date(START_MS + afterMs).toISOString();

describe('the command `call trace`', () => {
  let table: Table;
  let callId: string;
  beforeAll(async () => {
    table = await testTable();
    ({ callId } = await recorded(table, aCall()));
  });

  const line = (afterMs: number, service: string, message: string, about: object = {}) => ({
    timestamp: at(afterMs),
    level: 'INFO',
    service,
    message,
    callId,
    ...about,
  });
  const story = () => [
    line(5, 'record-call', 'Call recorded', { durationMs: 5, alreadyStored: false }),
    line(40, 'relay', 'Wake-ups sent', { lane: 'main', callId: undefined, callIds: ['another', callId] }),
    line(90, 'deliver-webhook', 'Delivery attempted', {
      ...{ lane: 'main', attempt: 1, status: 'pending', outcome: 'status 503', durationMs: 30, isLate: false },
      nextAttemptAtMs: START_MS + MINUTE_MS,
    }),
    line(MINUTE_MS, 'deliver-webhook', 'A wake-up could not be handled', {
      level: 'ERROR',
      error: { name: 'KMSInvalidStateException', message: 'Disabled', stack: '' },
    }),
    line(2 * MINUTE_MS, 'deliver-webhook', 'Delivery attempted', {
      ...{ lane: 'slow', attempt: 1, series: 2, status: 'delivered', outcome: 'status 200', durationMs: 9 },
      isLate: true,
    }),
  ];

  async function world(texts: readonly string[], about: Partial<LogSource> & { nowMs?: number } = {}) {
    const { nowMs = START_MS + MINUTE_MS, ...log } = about;
    const searched: [string, number][] = [];
    const logs: LogSource = {
      retentionDays: 90,
      mostLines: 10_000,
      textsAbout: async (...asked) => {
        searched.push(asked);
        return texts;
      },
      ...log,
    };
    return { searched, ...(await operatorWorld({ table, parts: { logs, nowMs: () => nowMs } })) };
  }
  const trace = (...more: string[]) => ['call', 'trace', '--call', callId, ...more];
  const inJson = (lines: readonly object[]) => lines.map((one) => JSON.stringify(one));

  it('the trace of a call with `--json` contains the whole log lines about the call, sorted by time', async () => {
    const lines = story();
    const other = { ...lines[0], callId: `${callId}x` };
    const { json } = await world(inJson([...lines.toReversed(), other]));
    expect(await json(...trace())).toEqual(lines);
  });

  it('the trace of a call without `--json` is a table with the important fields of each log line', async () => {
    const { run } = await world(inJson(story()));
    const { out } = await run(...trace());
    const rows = stripVTControlCharacters(out).trimEnd().split('\n');
    expect(rows.map((row) => row.replaceAll(/ {2,}/g, ' | '))).toEqual([
      'at | level | function | message | lane | attempt | series | status | outcome | durationMs | nextAttemptAt | why',
      `${at(5)} | INFO | record-call | Call recorded | 5`,
      `${at(40)} | INFO | relay | Wake-ups sent | main`,
      `${at(90)} | INFO | deliver-webhook | Delivery attempted | main | 1 | pending | status 503 | 30 | ${at(MINUTE_MS)}`,
      `${at(MINUTE_MS)} | ERROR | deliver-webhook | A wake-up could not be handled | KMSInvalidStateException: Disabled`,
      `${at(2 * MINUTE_MS)} | INFO | deliver-webhook | Delivery attempted | slow | 1 | 2 | delivered | status 200 | 9 | late: the delivery was already settled or claimed again`,
    ]);
  });

  it('the trace of a call contains an unreadable log line in its original place', async () => {
    const [first, second, third] = inJson(story());
    const { json } = await world([first ?? '', '{"callId":"c', third ?? '', second ?? '']);
    const messages = (await json(...trace())).map(
      (one: { message?: string; unreadable?: string }) => one.unreadable ?? one.message,
    );
    expect(messages).toEqual(['Call recorded', '{"callId":"c', 'Wake-ups sent', 'Delivery attempted']);
  });

  it('by default, the trace of a call begins 15 minutes before the call was recorded', async () => {
    const { json, searched } = await world(inJson(story()));
    await json(...trace());
    expect(searched).toEqual([[callId, START_MS - 15 * MINUTE_MS]]);
  });

  it('the trace of a call begins at the time in `--since`', async () => {
    const lines = story();
    const { json, searched } = await world(inJson(lines));
    expect(await json(...trace('--since', at(40)))).toEqual(lines.slice(1));
    expect(searched).toEqual([[callId, START_MS + 40]]);
  });

  it('the trace of a call that was never recorded needs `--since`', async () => {
    const rejected = {
      ...line(1, 'record-call', 'Call rejected', { reason: 'summary must not be blank' }),
      callId: 'c-0',
    };
    const { run, json } = await world(inJson([rejected]));
    expect(await json('call', 'trace', '--call', 'c-0', '--since', at(0))).toEqual([rejected]);
    expect(await run('call', 'trace', '--call', 'c-0')).toMatchObject({
      code: 1,
      err: 'There is no call c-0. If the call was refused, add --since to find its log lines.\n',
    });
  });

  it('the trace of a call contains its log lines even if the delivery of the call cannot be read', async () => {
    const spoiled = await recorded(table, aCall());
    await changeItem(table, keys.delivery(spoiled.callId), { status: 'of another version' });
    const line = { ...story()[0], callId: spoiled.callId };
    const { json } = await world(inJson([line]));
    expect(await json('call', 'trace', '--call', spoiled.callId)).toEqual([line]);
  });

  it('the command `call trace` reports that the log has no line about the call', async () => {
    const { run } = await world([]);
    expect(await run(...trace())).toMatchObject({ code: 1, err: `The log has no line about the call ${callId}.\n` });
  });

  it('the command `call trace` says how long log lines are kept if the call is over 90 days old', async () => {
    const nowMs = START_MS + 91 * DAY_MS;
    const { run, searched } = await world([], { nowMs });
    expect((await run(...trace())).err).toBe(
      `The log has no line about the call ${callId}. Log lines are kept for 90 days.\n`,
    );
    expect(searched).toEqual([[callId, START_MS + DAY_MS]]);
    const late = await world(inJson(story().slice(2)), { nowMs });
    expect(await late.run(...trace())).toMatchObject({
      code: 0,
      err: 'Log lines are kept for 90 days, so older lines about the call may be missing.\n',
    });
  });

  it('the command `call trace` warns that the search returned the maximum number of log lines', async () => {
    const { run } = await world(inJson(story()), { mostLines: 4 });
    expect((await run(...trace())).err).toBe('The search ended after 4 log lines.\n');
  });
});
