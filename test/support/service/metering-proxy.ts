import { createServer, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod';
import { closeServer, listen } from '../../../tooling/machine/loopback.ts';

/** A request to an engine, and the capacity that DynamoDB would bill for it. */
export interface MeteredRequest {
  /** The operation, for example `GetItem` or `SendMessageBatch`. */
  readonly operation: string;
  readonly readUnits: number;
  readonly writeUnits: number;
}

export type MeteringProxy = Awaited<ReturnType<typeof startMeteringProxy>>;

const WRITES = new Set([
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'BatchWriteItem',
  'TransactWriteItems',
  'ExecuteTransaction',
]);
const METERED = new Set([...WRITES, 'GetItem', 'BatchGetItem', 'Query', 'Scan', 'TransactGetItems']);

const capacity = z.object({ CapacityUnits: z.number() });
const responseShape = z.object({ ConsumedCapacity: z.union([capacity, z.array(capacity)]).optional() });

/**
 * Starts a proxy for an engine with an AWS JSON protocol. It asks the engine for the capacity of each request and keeps
 * the results, except those of requests to the table whose body `isIgnored` accepts.
 */
export async function startMeteringProxy(engineEndpoint: string, isIgnored: (body: unknown) => boolean = () => false) {
  let passed: MeteredRequest[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const operation = String(incoming.headers['x-amz-target']).replace(/^.*\./, '');
    const asked = await buffer(incoming);
    const isMetered = METERED.has(operation);
    const body = isMetered ? withCapacityAsked(asked) : asked;
    const forwarded = request(new URL(incoming.url ?? '/', engineEndpoint), {
      method: incoming.method,
      headers: { ...incoming.headers, 'content-length': body.length },
    });
    forwarded.once('error', () => outgoing.destroy());
    forwarded.once('response', async (response) => {
      const told = await buffer(response);
      if (!isMetered) passed.push({ operation, readUnits: 0, writeUnits: 0 });
      else if (!isIgnored(JSON.parse(asked.toString()))) passed.push(withUnits(operation, unitsIn(told)));
      outgoing.writeHead(response.statusCode ?? 500, response.headers).end(told);
    });
    forwarded.end(body);
  });
  return {
    endpoint: `http://127.0.0.1:${await listen(server, 0)}`,
    /** Returns the requests since the last call of `taken`, without removing them. */
    passed: (): readonly MeteredRequest[] => passed,
    taken() {
      const taken = passed;
      passed = [];
      return taken;
    },
    close: () => closeServer(server),
  };
}

const withCapacityAsked = (body: Buffer) =>
  Buffer.from(JSON.stringify({ ...JSON.parse(body.toString()), ReturnConsumedCapacity: 'INDEXES' }));

function withUnits(operation: string, units: number): MeteredRequest {
  const isWrite = WRITES.has(operation);
  return { operation, readUnits: isWrite ? 0 : units, writeUnits: isWrite ? units : 0 };
}

function unitsIn(body: Buffer): number {
  const { ConsumedCapacity = [] } = responseShape.parse(JSON.parse(body.toString()));
  return [ConsumedCapacity].flat().reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0);
}
