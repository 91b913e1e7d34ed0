import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { keys } from '../../../shared/store/table/keys.ts';
import { callRecorderOn, itemAt } from '../../support/functions/deliveries.ts';
import { intercepted } from '../../support/table/faulty.ts';
import { testTable } from '../../support/table/table.ts';
import { operatorWorld } from '../operator-world.ts';

const recorded = z.object({ tenantId: z.string(), call: z.looseObject({ callId: z.string(), summary: z.string() }) });

/** Returns a record-call that stores nothing, and rejects what the test wants rejected. */
function recordCall() {
  const seen: z.infer<typeof recorded>[] = [];
  const invoked = (_: string, event: unknown) => {
    const { tenantId, call } = recorded.parse(event);
    seen.push({ tenantId, call });
    if (call.summary === 'crash') return new Error('crash');
    if (call.summary === 'refuse') return { refused: { message: 'There is no such line' } };
    return { callId: call.callId, startedAt: '2026-11-21T10:00:00.000Z', alreadyStored: call.summary === 'again' };
  };
  return { seen, invoked };
}

const record = ['call', 'record', '--tenant', 'tn_1', '--file', 'calls.json', '--json'];

describe('the command `call record`', () => {
  const worldWith = async (content: unknown) => {
    const { seen, invoked } = recordCall();
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    const { run } = await operatorWorld({ invoked, files: { 'calls.json': text } });
    return { seen, run: () => run(...record) };
  };

  it('the command `call record` prints the results in the order of the calls', async () => {
    const calls = Array.from({ length: 30 }, (_, n) => ({
      ...(n % 2 ? {} : { callId: `call-${n}` }),
      summary: `s${n}`,
    }));
    const { run, seen } = await worldWith(calls);
    const { code, out } = await run();
    const responses: { callId: string; startedAt: string }[] = JSON.parse(out);
    expect(code).toBe(0);
    const idsBySummary = new Map(seen.map(({ call }) => [call.summary, call.callId]));
    expect(responses.map(({ callId }) => callId)).toEqual(calls.map(({ summary }) => idsBySummary.get(summary)));
    expect(responses[0]).toEqual({ callId: 'call-0', startedAt: '2026-11-21T10:00:00.000Z', alreadyStored: false });
    expect(new Set(responses.map(({ callId }) => callId)).size).toBe(30);
  });

  it('the command `call record` accepts a single call instead of a list', async () => {
    const { run } = await worldWith({ callId: 'c-1', summary: 'again' });
    expect(JSON.parse((await run()).out)).toEqual([
      { callId: 'c-1', startedAt: '2026-11-21T10:00:00.000Z', alreadyStored: true },
    ]);
  });

  it('the command `call record` records the other calls if some calls cannot be recorded', async () => {
    const { run, seen } = await worldWith([
      { callId: 'c-1', summary: 'fine' },
      { callId: 'c-2', summary: 'refuse' },
      { callId: 'c-3' },
      { callId: 'c-4', summary: 'crash' },
      { callId: 'c-5', summary: 'fine' },
    ]);
    const { code, out, err } = await run();
    expect(code).toBe(1);
    expect(JSON.parse(out).map(({ callId }: { callId: string }) => callId)).toEqual(['c-1', 'c-5']);
    expect(err.trimEnd().split('\n')).toEqual([
      'Call 2 of 5 is not recorded: There is no such line',
      expect.stringMatching(/^Call 3 of 5 is not recorded: summary: /),
      'Call 4 of 5 is not recorded: c-4 (record-call failed; its log says why)',
    ]);
    expect(seen.map(({ call }) => call.callId)).not.toContain('c-3');
  });

  it('the command `call record` prints the names of unknown fields on stderr', async () => {
    const { run, seen } = await worldWith([
      { callid: 'c-1', Title: 'secret words', summary: 'fine', callerNumber: 'unknown' },
      { callId: 'c-2', summary: 'fine', callerNumber: '٠١٢٣٤٥٦' },
    ]);
    const { code, err } = await run();
    expect([code, err]).toEqual([
      0,
      'Call 1 of 2: unknown fields are ignored: callid, Title\nCall 1 of 2: callerNumber has no digit\n',
    ]);
    expect(seen).toHaveLength(2);
  });

  it('the audit entry of the command `call record` says how many calls were new', async () => {
    const { invoked } = recordCall();
    const files = { 'calls.json': JSON.stringify([{ summary: 'new' }, { summary: 'again' }]) };
    const world = await operatorWorld({ invoked, files });
    await world.run(...record);
    const [entry] = await world.json('audit', 'list');
    expect(entry).toMatchObject({ state: 'done', outcome: '1 of 2 calls recorded, 1 already stored' });
  });

  it('the command `call record` prints its results even if it cannot complete its audit entry', async () => {
    const { invoked } = recordCall();
    const files = { 'calls.json': JSON.stringify([{ callId: 'c-1', summary: 'fine' }, { summary: 'crash' }]) };
    const table = await testTable();
    const failing = intercepted(table, async (command) => {
      if (command instanceof PutCommand && command.input.Item?.['state'] !== 'started') throw new Error('Away');
      return table.db.send(command);
    });
    const { code, out, err } = await (await operatorWorld({ invoked, files, table: failing })).run(...record);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject([{ callId: 'c-1' }]);
    expect(err.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^Call 2 of 2 is not recorded: /),
      'The entry in the audit trail still says `started`, because its outcome could not be stored: 1 of 2 calls recorded. Note the outcome with your ticket. Not done: Error, Away',
    ]);
  });

  it('the command `call record` prints no content of a file that is not JSON', async () => {
    const { run } = await worldWith('{"summary": "my secret words');
    expect(await run()).toEqual({ code: 1, out: '', err: 'The file is not JSON.\n' });
  });
});

describe('the command `call delete` for a single call', () => {
  const stored = async () => {
    const world = await operatorWorld();
    const call = {
      callId: 'c-1',
      tenantId: 'tn_1',
      partnerId: 'pt_1',
      storedAtMs: 1_800_000_000_000,
      summary: 'words',
    };
    await callRecorderOn(world.table).store(call, () => call.storedAtMs);
    return {
      ...world,
      call: () => itemAt(world.table, keys.call('tn_1', call.storedAtMs, 'c-1')),
      delivery: () => itemAt(world.table, keys.delivery('c-1')),
    };
  };
  const remove = ['call', 'delete', '--tenant', 'tn_1', '--call', 'c-1'];

  it('the command `call delete` deletes the call with its summary', async () => {
    const { json, call, delivery } = await stored();
    expect(await json(...remove)).toEqual({ callId: 'c-1', tenantId: 'tn_1', deleted: true });
    expect(await call()).toBeUndefined();
    const row = await delivery();
    expect(row).toMatchObject({ status: 'skipped', skipReason: 'deleted' });
    expect(row).not.toHaveProperty('dueShard');
    expect(row).not.toHaveProperty('sweepAtMs');
  });

  it('the command `call delete` succeeds even if the call was already deleted', async () => {
    const { json } = await stored();
    expect(await json(...remove)).toEqual(await json(...remove));
  });

  it('the command `call delete` does not delete a call of another line', async () => {
    const { run, call } = await stored();
    const response = await run('call', 'delete', '--tenant', 'tn_2', '--call', 'c-1');
    expect(response).toEqual({ code: 1, out: '', err: 'Line tn_2 has no call c-1.\n' });
    expect(await call()).toMatchObject({ summary: 'words' });
  });

  it('the delivery of a deleted call cannot be replayed', async () => {
    const { json, run, queued } = await stored();
    await json(...remove);
    const response = await run('delivery', 'replay', '--call', 'c-1');
    expect(response).toMatchObject({ code: 1, err: 'The call c-1 was deleted, so its delivery cannot be replayed.\n' });
    expect(queued).toEqual([]);
  });
});
