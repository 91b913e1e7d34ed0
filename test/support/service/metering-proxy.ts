import { createServer, type IncomingMessage, request } from 'node:http';
import * as z from 'zod';

/** One request to an engine, and the capacity it used as DynamoDB would bill it. */
export interface MeteredRequest {
  /** `GetItem`, `SendMessageBatch`, … */
  readonly operation: string;
  readonly readUnits: number;
  readonly writeUnits: number;
}

export interface MeteringProxy {
  readonly endpoint: string;
  /** What has passed since the last call of `taken`, and stays. */
  passed(): readonly MeteredRequest[];
  taken(): MeteredRequest[];
  close(): Promise<void>;
}

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

/** Stands before an engine that speaks an AWS JSON protocol, asks it what each request costs and keeps the answers. */
export function startMeteringProxy(engineEndpoint: string): Promise<MeteringProxy> {
  let passed: MeteredRequest[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const operation = String(incoming.headers['x-amz-target']).replace(/^.*\./, '');
    const asked = await bytesOf(incoming);
    const isMetered = METERED.has(operation);
    const body = isMetered ? withCapacityAsked(asked) : asked;
    const forwarded = request(new URL(incoming.url ?? '/', engineEndpoint), {
      method: incoming.method,
      headers: { ...incoming.headers, 'content-length': body.length },
    });
    forwarded.once('error', () => outgoing.destroy());
    forwarded.once('response', async (response) => {
      const told = await bytesOf(response);
      const units = isMetered ? unitsIn(told) : 0;
      const isWrite = WRITES.has(operation);
      passed.push({ operation, readUnits: isWrite ? 0 : units, writeUnits: isWrite ? units : 0 });
      outgoing.writeHead(response.statusCode ?? 500, response.headers).end(told);
    });
    forwarded.end(body);
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      resolve({
        endpoint: `http://127.0.0.1:${port}`,
        passed: () => passed,
        taken() {
          const taken = passed;
          passed = [];
          return taken;
        },
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            server.closeAllConnections();
          }),
      });
    });
  });
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const withCapacityAsked = (body: Buffer) =>
  Buffer.from(JSON.stringify({ ...JSON.parse(body.toString()), ReturnConsumedCapacity: 'INDEXES' }));

function unitsIn(body: Buffer): number {
  const { ConsumedCapacity = [] } = responseShape.parse(JSON.parse(body.toString()));
  return [ConsumedCapacity].flat().reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0);
}
