/** Runs as its own process, so that the functions' log lines are discarded. Sends its measurements as a message. */
import { join } from 'node:path';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Context } from 'aws-lambda';
import { createHandler as lineForCall } from '../../../functions/line-for-call/handler.ts';
import { connectTable, type Table } from '../../../shared/store/table/connect.ts';
import { createTelemetry, type Telemetry, withTelemetry } from '../../../shared/telemetry/telemetry.ts';
import { testSettings } from '../../support/access.ts';
import { aContext } from '../../support/functions/endpoint-call.ts';
import { type Endpoint, endpointsOn } from '../../support/functions/endpoints.ts';
import { silent } from '../../support/functions/telemetry.ts';
import { startDynoxide } from '../../support/table/engine.ts';
import { intercepted } from '../../support/table/faulty.ts';
import { type BenchWorld, benchWorld } from '../bench-world.ts';
import { startChild } from '../child.ts';
import { EVENTS, succeeded } from '../invocations.ts';
import { inRotation } from '../statistics.ts';
import { WARM } from './bench.ts';

const isShort = process.argv[2] === 'short';
const ROUNDS = isShort ? 1 : 9;
const INVOCATIONS = isShort ? 5 : 800;
const GETS = isShort ? 5 : 200;

process.env['POWERTOOLS_SERVICE_NAME'] = 'bench';
process.env['POWERTOOLS_METRICS_NAMESPACE'] = 'PartnerLines/bench';
process.env['AWS_LAMBDA_FUNCTION_VERSION'] = '1';

const engine = await startDynoxide();
const server = await startChild(join(import.meta.dirname, 'get-item-server.ts'));
const world = await benchWorld(engine.endpoint, 'https://hooks.example.org/hook');
const variants: Record<string, () => Promise<number>> = { getItem: getItem(server.port) };
for (const name of WARM) {
  variants[`${name} quiet`] = await canned(world, name, silent, (handle) => handle);
  const telemetry = createTelemetry();
  variants[`${name} telling`] = await canned(world, name, telemetry, (handle) => withTelemetry(telemetry, handle));
}
const results = await inRotation(ROUNDS, variants);
await Promise.all([engine.stop(), server.stop()]);
process.send?.(results);
process.disconnect();

type Warm = (typeof WARM)[number];
type Handle = (event: Parameters<Endpoint>[0], context: Context) => Promise<object>;

function handlerOn(name: Warm, table: Table, telemetry: Telemetry): Handle {
  return name === 'line-for-call' ? lineForCall({ ...telemetry, table }) : endpointsOn(table, telemetry)[name];
}

/** Returns the microseconds of CPU for each of several sequential runs. */
async function cpuOfEach(times: number, run: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let n = 0; n < times; n += 1) await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

function getItem(port: number) {
  const table = connectTable('lines', testSettings(`http://127.0.0.1:${port}`));
  const get = () => table.db.send(new GetCommand({ TableName: table.name, Key: { PK: 'a', SK: 'b' } }));
  return () => cpuOfEach(GETS, get);
}

/** Measures invocations from parsing the event to writing the JSON, on a table that replays its responses. */
async function canned(of: BenchWorld, name: Warm, telemetry: Telemetry, wrapped: (one: Handle) => Handle) {
  const { table, responds } = recording(of.table);
  const event = JSON.stringify(await EVENTS[name](of));
  const first = await handlerOn(name, table, silent)(JSON.parse(event), aContext);
  if (!succeeded(first)) throw new Error(`${name}: ${JSON.stringify(first)}`);
  const handle = wrapped(handlerOn(name, replaying(of.table, await responds()), telemetry));
  const invoke = async () => {
    const response = await handle(JSON.parse(event), aContext);
    if (!succeeded(response)) throw new Error(`${name}, canned: ${JSON.stringify(response)}`);
    return JSON.stringify(response);
  };
  return () => cpuOfEach(INVOCATIONS, invoke);
}

type Responses = readonly unknown[];

/** Returns a table that records its responses. `responds` returns those since its previous call. */
function recording(table: Table): { table: Table; responds: () => Promise<Responses> } {
  const asked: Promise<unknown>[] = [];
  const recorded = intercepted(table, (command) => {
    const response = table.db.send(command);
    asked.push(response);
    return response;
  });
  return { table: recorded, responds: () => Promise.all(asked.splice(0)) };
}

/** Returns a table that replays the recorded responses to every invocation, at no cost. */
function replaying(table: Table, responses: Responses): Table {
  let asked = 0;
  return intercepted(table, async () => {
    const response = responses[asked % responses.length];
    asked += 1;
    return response;
  });
}
