import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LambdaClient } from '@aws-sdk/client-lambda';
import * as z from 'zod';
import { invoke } from '../../../operator/invoke.ts';
import { recordCallResponse } from '../../../shared/domain/calls/finished-call.ts';
import { lineForCallResponse } from '../../../shared/domain/lines/line-for-call.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { clientSettings } from '../../../tooling/local-service.ts';
import { startDynoxide, startFauxqs } from '../table/engine.ts';
import { until } from '../until.ts';
import { type MeteredRequest, type MeteringProxy, startMeteringProxy } from './metering-proxy.ts';
import { queuesOf } from './queues.ts';
import { newDataDir, removeDataDir, startService } from './service.ts';

/** What the shipped functions used, as AWS would bill it. Polling by Lambda is not included. */
export interface Consumption {
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly tableRequests: Readonly<Record<string, number>>;
  /** Requests that put messages into queues. */
  readonly queueSends: number;
  /** Bytes that the functions wrote to their logs, metrics included. */
  readonly logBytes: number;
}

export type MeteredService = Awaited<ReturnType<typeof startMeteredService>>;

/** Longer than all measurements, because the probe of each alarm minute is a request to the table. */
const NO_PROBE = ['--alarm-period-seconds', '600'];

/** Starts the service with a meter for each engine. A meter counts every request: measure one thing at a time. */
export async function startMeteredService(flags: readonly string[] = []) {
  const dataDir = newDataDir();
  const engines = await Promise.all([startDynoxide(), startFauxqs(join(dataDir, 'queues'))]);
  const [table, queues] = await Promise.all(engines.map(({ endpoint }) => startMeteringProxy(endpoint, isLaneMark)));
  if (!table || !queues) throw new Error('One of the two engines has no meter');
  const service = await startService(dataDir, [
    ...['--dynamodb-endpoint', table.endpoint, '--sqs-endpoint', queues.endpoint],
    ...NO_PROBE,
    ...flags,
  ]);
  const { lambdaEndpoint, credentials } = service.ready;
  const lambda = new LambdaClient(clientSettings(lambdaEndpoint, credentials));
  const { send } = queuesOf(service.ready);

  return {
    ready: service.ready,
    async recordCall(tenantId: string, call: { readonly callId: string; readonly summary: string }): Promise<void> {
      const response = await invoke({ lambda }, service.ready.outputs.RecordCallFunctionName, { tenantId, call });
      if ('refused' in recordCallResponse.parse(response)) throw new Error(`Not recorded: ${JSON.stringify(response)}`);
    },
    queueCall: (tenantId: string, call: object) => send('intakeQueueUrl', { tenantId, call }),
    async lookUp(which: { readonly number: string } | { readonly tenantId: string }): Promise<void> {
      const response = await invoke({ lambda }, service.ready.outputs.LineForCallFunctionName, which);
      if (!('line' in lineForCallResponse.parse(response))) throw new Error(`Not served: ${JSON.stringify(response)}`);
    },
    /** Waits until the table has received `times` requests of the operation since the measurement began. */
    untilAsked: (operation: string, times: number) =>
      until(() => table.passed().filter((request) => request.operation === operation).length >= times),
    /** Measures what `run` uses and starts. It must wait for work that begins only after a pause. */
    async consumedBy(run: () => Promise<unknown>): Promise<Consumption> {
      await untilIdle(table, queues);
      const loggedBefore = statSync(service.ready.logFile).size;
      await run();
      const { tableTaken, queuesTaken } = await untilIdle(table, queues);
      const logBytes = bytesOfFunctions(readFileSync(service.ready.logFile).subarray(loggedBefore).toString());
      return { ...consumption(tableTaken, queuesTaken), logBytes };
    },
    async close() {
      lambda.destroy();
      await service.stop();
      await Promise.all([table, queues, ...engines].map((one) => ('stop' in one ? one.stop() : one.close())));
      removeDataDir(dataDir);
    },
  };
}

/** The parts of the log that the host writes, and not the functions. */
const OF_HOST = ['gateway', 'host', 'cloudwatch', 'sns'];
const loggedLine = z.looseObject({ service: z.string(), _aws: z.unknown().optional() });

/** Returns the bytes without the lines of the host, and without what the host adds to the lines of functions. */
function bytesOfFunctions(log: string): number {
  const lines = log.split('\n').filter((line) => line !== '');
  const written = lines.flatMap((text) => {
    const { lambdaRequestId: _, timestamp, ...line } = loggedLine.parse(JSON.parse(text));
    return OF_HOST.includes(line.service) ? [] : JSON.stringify(line._aws ? line : { timestamp, ...line });
  });
  return written.reduce((sum, line) => sum + Buffer.byteLength(`${line}\n`), 0);
}

const changeOfItem = z.object({ Key: z.object({ SK: z.object({ S: z.string() }) }), UpdateExpression: z.string() });

/**
 * Reports whether a request marks a partner because an attempt took longer than a second. On a busy machine that
 * happens to healthy receivers too, so marks are not counted.
 */
function isLaneMark(body: unknown): boolean {
  const { success, data } = changeOfItem.safeParse(body);
  return success && data.Key.SK.S === keys.lane('').SK;
}

/**
 * For how long there must be no request except polls. This time is longer than a function takes to start on a busy
 * machine.
 */
const QUIET_MS = 600;
const STREAM_OR_POLL = /^(GetRecords|GetShardIterator|DescribeStream|ListStreams|ReceiveMessage|DeleteMessage)/;

/** Waits until there was no request except polls for a while, and returns all other requests. */
async function untilIdle(table: MeteringProxy, queues: MeteringProxy) {
  const tableTaken: MeteredRequest[] = [];
  const queuesTaken: MeteredRequest[] = [];
  for (let quietMs = 0; quietMs < QUIET_MS; quietMs += QUIET_MS / 3) {
    await sleep(QUIET_MS / 3);
    const news = [wanted(table), wanted(queues)] as const;
    if (news.flat().length > 0) quietMs = 0;
    tableTaken.push(...news[0]);
    queuesTaken.push(...news[1]);
  }
  return { tableTaken, queuesTaken };
}

const wanted = (meter: MeteringProxy) => meter.taken().filter(({ operation }) => !STREAM_OR_POLL.test(operation));

function consumption(
  table: readonly MeteredRequest[],
  queues: readonly MeteredRequest[],
): Omit<Consumption, 'logBytes'> {
  const tableRequests: Record<string, number> = {};
  for (const { operation } of table) tableRequests[operation] = (tableRequests[operation] ?? 0) + 1;
  return {
    readUnits: table.reduce((sum, { readUnits }) => sum + readUnits, 0),
    writeUnits: table.reduce((sum, { writeUnits }) => sum + writeUnits, 0),
    tableRequests: Object.fromEntries(Object.entries(tableRequests).toSorted()),
    queueSends: queues.filter(({ operation }) => operation.startsWith('SendMessage')).length,
  };
}
