import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { SQSClient } from '@aws-sdk/client-sqs';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { functionClient } from '../../../shared/aws/client.ts';
import { wakeUpInbox } from '../../../shared/delivery/wake-ups/inbox.ts';
import { connectTable } from '../../../shared/store/table/connect.ts';
import { testSettings } from '../../support/access.ts';
import { type SilentService, startSilentService } from '../../support/aws/silent-service.ts';
import { aCall, recordingsOn, START_MS } from '../../support/functions/deliveries.ts';
import { QUEUE_URLS } from '../../support/functions/lanes.ts';

let service: SilentService;
beforeEach(async () => {
  service = await startSilentService();
  mock.timers.enable({ apis: ['setTimeout'] });
});
afterEach(async () => {
  mock.timers.reset();
  await service.close();
});

/** Responds to the first request so late. Returns the tries that were needed for the result. */
async function triesWhen(responseAfterMs: number, response: object, request: Promise<unknown>) {
  let isSettled = false;
  const settled = request.finally(() => {
    isSettled = true;
  });
  settled.catch(() => undefined);
  await service.asked(1);
  mock.timers.tick(responseAfterMs);
  await setImmediate();
  const [first] = service.waiting;
  first?.writeHead(200, { 'Content-Type': 'application/x-amz-json-1.0' }).end(JSON.stringify(response));
  while (!isSettled) {
    mock.timers.tick(10);
    await setImmediate();
  }
  await settled;
  return service.tries.length;
}

describe('a function does not repeat', () => {
  it('a read that takes 900 ms', async () => {
    const { db, name } = connectTable('lines', testSettings(service.endpoint));
    const read = db.send(new GetCommand({ TableName: name, Key: { PK: 'a', SK: 'b' } }));
    expect(await triesWhen(900, {}, read)).toBe(1);
  });

  it('the request for further messages, whose response takes more than a second if there are none', async () => {
    const sqs = functionClient(SQSClient, testSettings(service.endpoint));
    expect(await triesWhen(1_500, {}, wakeUpInbox(sqs, QUEUE_URLS).take('main'))).toBe(1);
  });

  it('the transaction that stores a call, which takes up to 5 s', async () => {
    const table = connectTable('lines', testSettings(service.endpoint));
    const { requestHandler } = table.db.config;
    const sendingOnce = connectTable('lines', { ...testSettings(service.endpoint), requestHandler, maxAttempts: 1 });
    const store = recordingsOn(table, { sendingOnce }).store(aCall(), () => START_MS);
    expect(await triesWhen(4_900, {}, store)).toBe(1);
  });
});
