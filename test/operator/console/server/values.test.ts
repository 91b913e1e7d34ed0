import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { SERVICE_COMMANDS } from '../../../../operator/commands.ts';
import {
  JOB_SUBJECT,
  JOBS_PATH,
  type Job,
  LONG_COMMANDS,
  type LongCommand,
} from '../../../../operator/console/protocol/jobs.ts';
import { apiPath } from '../../../../operator/console/protocol/paths-and-names.ts';
import { ROUTES, type RouteName } from '../../../../operator/console/protocol/routes.ts';
import { commandsForTarget, explain } from '../../../../operator/console/server/run-commands.ts';
import { startConsole } from '../../../../operator/console/server/serve.ts';
import { attachNumber } from '../../../../operator/records/line-numbers.ts';
import { SKIP_REASONS } from '../../../../shared/domain/deliveries/skip-reasons.ts';
import { keys } from '../../../../shared/store/table/keys.ts';
import { aCall, putItem, recorded } from '../../../support/functions/deliveries.ts';
import { lineWorld } from '../../../support/functions/line-world.ts';
import { asOperator } from '../../../support/table/as-operator.ts';
import { testTable } from '../../../support/table/table.ts';
import { until } from '../../../support/until.ts';
import { queueWorld, wakeUpOf } from '../../dead-letters/queue-world.ts';
import { type Asked, fakeCloudwatch } from '../../fake-clients.ts';
import { WEBHOOK } from '../../sound-world.ts';

interface Ids {
  readonly message: string;
  readonly partner: string;
  readonly tenant: string;
  readonly call: string;
}

/** Options that each route accepts. In this order, each route succeeds. A new route must be added here. */
const OPTIONS: Readonly<Record<RouteName, (ids: Ids) => object>> = {
  alarms: () => ({ state: 'ALARM' }),
  find: ({ call }) => ({ text: call }),
  'partner list': () => ({ limit: '50' }),
  'partner count': () => ({}),
  'partner size': ({ partner }) => ({ partner, before: '2026-11-21T10:00:00Z' }),
  'partner show': ({ partner }) => ({ partner }),
  'partner health': ({ partner }) => ({ partner }),
  'webhook show': ({ partner }) => ({ partner }),
  'line list': ({ partner }) => ({ partner }),
  'line show': ({ tenant }) => ({ tenant }),
  'delivery list': ({ partner }) => ({ partner, newest: true }),
  'delivery show': ({ call }) => ({ call }),
  'delivery minutes': () => ({}),
  'delivery counts': ({ partner }) => ({ partner, by: 'hour' }),
  'delivery replay': ({ call }) => ({ call }),
  'queue list': () => ({}),
  'queue ages': () => ({}),
  'mapping list': () => ({}),
  'dlq list': () => ({}),
  'delivery stop': () => ({}),
  'delivery start': () => ({}),
  slo: () => ({}),
  doctor: () => ({}),
  'audit list': ({ partner }) => ({ partner, actor: 'ann', action: 'delivery', limit: '1' }),
  'call refused': () => ({ limit: '1' }),
  'call show': ({ call }) => ({ call, reveal: true }),
  'call trace': ({ call }) => ({ call }),
  'partner suspend': ({ partner }) => ({ partner }),
  'partner activate': ({ partner }) => ({ partner }),
  'partner contact': ({ partner }) => ({ partner, email: 'ops@acme.example' }),
  'key rotate': ({ partner }) => ({ partner }),
  'key revoke': ({ partner }) => ({ partner }),
  'secret rotate': ({ partner }) => ({ partner }),
  'line release-number': ({ tenant }) => ({ tenant }),
  sweep: () => ({}),
  'mapping disable': () => ({ name: 'relay' }),
  'mapping enable': () => ({ name: 'relay' }),
  'dlq drop': ({ message }) => ({ queue: 'dead-letters', message }),
  'dlq redrive': () => ({ queue: 'dead-letters' }),
  'call delete': ({ call, tenant }) => ({ call, tenant }),
  'partner export': ({ partner }) => ({ partner }),
  'partner delete': ({ partner }) => ({ partner, dryRun: true }),
};

const ALARM = {
  AlarmName: 'partner-lines-dev-exhausted',
  AlarmDescription: 'TICKET: A partner has lost events. Runbook: docs/runbook.md#deliveries-are-given-up',
  StateValue: 'ALARM',
  StateTransitionedTimestamp: 1_795_297_097,
};

const LOG_LINE = {
  timestamp: '2026-11-21T10:00:00.000Z',
  level: 'INFO',
  service: 'relay',
  message: 'wake-up sent',
  callId: 'c-1',
  secret: 'hidden',
};

const cloudwatchResponse = ({ operation }: Asked) => ({
  body: operation === 'GetMetricData' ? { MetricDataResults: [] } : { MetricAlarms: [ALARM] },
});

/** Starts a console on the commands of the operator. Real engines have the table and the queues. */
async function world(queues: ReturnType<typeof queueWorld>) {
  const table = await testTable();
  const { partnerId: partner, line } = await lineWorld(table);
  const tenant = await line();
  await attachNumber(asOperator(table), tenant, '+821012345678');
  await putItem(table, { ...keys.webhook(partner), ...WEBHOOK });
  for (const skipReason of SKIP_REASONS) {
    await recorded(table, aCall({ tenantId: tenant, partnerId: partner }), { status: 'skipped', skipReason });
  }
  const log = [{ atMs: 1_795_297_097_000, outcome: 'status 500', durationMs: 7, series: 1, nextAttemptAtMs: 1 }];
  const call = 'c-1';
  await recorded(table, aCall({ callId: call, tenantId: tenant, partnerId: partner }), { status: 'dead', log });
  const { MessageId: message = '' } = await queues.send('dead-letters', wakeUpOf(call));
  await queues.send('dead-letters', wakeUpOf(call));
  let mapping = 'Enabled';
  const { target } = await queues.operator({
    table,
    invoked: () => ({ due: 3, queued: 2, settledDead: 1 }),
    lambda: ({ method, body }) => {
      if (method === 'PUT') mapping = JSON.stringify(body).includes('true') ? 'Enabled' : 'Disabled';
      return { State: mapping };
    },
    parts: {
      cloudwatch: fakeCloudwatch(cloudwatchResponse),
      logs: { retentionDays: 1, mostLines: 10_000, textsAbout: async () => [JSON.stringify(LOG_LINE), 'not JSON'] },
    },
  });
  const running = await startConsole({
    ...{ port: 0, isWritable: true, explain, onFault: () => undefined },
    commands: async () => commandsForTarget(target, SERVICE_COMMANDS),
  });
  const { origin, hash } = new URL(running.consoleUrl);
  const headers = { 'x-console-token': hash.replace('#token=', ''), 'content-type': 'application/json' };
  return {
    ids: { partner, tenant, call, message },
    close: running.close,
    async send(name: RouteName, options: object) {
      const text = JSON.stringify(options);
      const isRead = ROUTES[name].effect === 'read';
      const path = isRead ? `${apiPath(name)}?${new URLSearchParams({ options: text })}` : apiPath(name);
      const response = await fetch(origin + path, isRead ? { headers } : { method: 'POST', headers, body: text });
      return { status: response.status, body: await response.json() };
    },
    startJob: (command: LongCommand, options: object) =>
      fetch(`${origin}${apiPath(command)}?${JOB_SUBJECT}=it`, {
        ...{ method: 'POST', headers, body: JSON.stringify(options) },
      }),
    async jobs(): Promise<Job[]> {
      const listed = await fetch(origin + JOBS_PATH, { headers });
      return z.array(z.custom<Job>()).parse(await listed.json());
    },
  };
}

describe('the results that console routes return', () => {
  const queues = queueWorld();

  it('each console route returns the actual result of its command with status 200', async () => {
    const { ids, send, close } = await world(queues);
    for (const name of Object.keys(OPTIONS) as RouteName[]) {
      const { status, body } = await send(name, OPTIONS[name](ids));
      // The doctor finds something wrong in this world.
      const problems = name === 'doctor' ? expect.any(Array) : [];
      expect({ name, status, body }).toEqual({ name, status: 200, body: expect.objectContaining({ problems }) });
    }
    await close();
  });

  it('the list of jobs in the console has the result of each long command', async () => {
    const { ids, startJob, jobs, close } = await world(queues);
    for (const command of LONG_COMMANDS) {
      await startJob(command, OPTIONS[command](ids));
      await until(async () => (await jobs()).every(({ endedAt }) => endedAt !== null));
    }
    expect((await jobs()).map(({ command, state, sentences }) => [command, state, sentences])).toEqual([
      ['mapping disable', 'done', ['The mapping relay is Disabled.']],
      ['mapping enable', 'done', ['The mapping relay is Enabled.']],
      ['dlq redrive', 'done', ['2 of 2 messages redriven.']],
      ['partner delete', 'failed', [expect.stringContaining('has the number ****5678')]],
      ['call delete', 'done', ['The call is deleted.']],
      ['delivery start', 'done', ['deliver is Enabled, deliver-slow is Enabled, deliver-hung is Enabled.']],
      ['delivery stop', 'done', ['deliver is Disabled, deliver-slow is Disabled, deliver-hung is Disabled.']],
      ['delivery replay', 'done', ['1 of 1 deliveries replayed.']],
    ]);
    expect((await jobs()).find(({ command }) => command === 'dlq redrive')?.progress).toEqual({ done: 2, total: 2 });
    await close();
  });

  it.each([
    ['wrong options', 'delivery show', {}, 400],
    ['an unknown id', 'find', { text: 'nothing' }, 409],
  ] as const)('a console route rejects %s with a sentence and a status', async (_, name, options, status) => {
    const { send, close } = await world(queues);
    expect(await send(name, options)).toEqual({
      status: 200,
      body: { error: expect.stringMatching(/./), status, ...(status === 409 && { againMs: expect.any(Number) }) },
    });
    await close();
  });
});
