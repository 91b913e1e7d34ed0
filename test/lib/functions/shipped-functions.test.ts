import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { FUNCTION_NAMES } from '../../../lib/rights.ts';
import { buildBundles } from '../../../tooling/build/bundles.ts';
import { NOWHERE, printedBy } from '../../support/functions/shipped.ts';
import { CANARIES, canaries, toldBy } from '../../support/hostile/canaries.ts';

const outDir = mkdtempSync(join(tmpdir(), 'shipped-'));
beforeAll(() => buildBundles(outDir));
afterAll(() => rmSync(outDir, { recursive: true }));

/** whoami's response comes from the authorizer alone, so a missing or broken table does not affect it. */
const NEEDING_THE_TABLE = FUNCTION_NAMES.filter((action) => action !== 'whoami');

describe('a shipped function', () => {
  it.each(NEEDING_THE_TABLE)('%s logs an unreachable table as ERROR and counts one unhandled error', async (action) => {
    const lines = await printedBy(outDir, action, NOWHERE);
    const [metrics, ...more] = lines.filter((line) => '_aws' in line);
    expect(more).toEqual([]);
    expect(metrics).toMatchObject({
      _aws: {
        CloudWatchMetrics: [
          {
            Namespace: 'PartnerLines/test',
            Dimensions: [
              ['service', 'function'],
              ['service', 'version'],
            ],
          },
        ],
      },
      service: 'partner-lines',
      function: action,
      version: `${action}:7`,
      UnhandledError: expect.anything(),
    });
    const faults = lines.filter(({ level }) => level === 'ERROR');
    expect(faults).not.toEqual([]);
    for (const fault of faults) {
      expect(fault).toMatchObject({
        service: action,
        lambdaRequestId: 'invocation-1',
        error: { name: expect.anything() },
      });
    }
  });

  it('writes no metrics when there is nothing to count', async () => {
    expect(await printedBy(outDir, 'whoami', NOWHERE)).toMatchObject([
      {
        ...{ message: 'Request answered', level: 'INFO', service: 'whoami', lambdaRequestId: 'invocation-1' },
        ...{ requestId: 'request-1', route: 'GET /v1/whoami', partnerId: 'pt_1', status: 200, outcome: 'ok' },
        durationMs: expect.any(Number),
      },
    ]);
  });
});

describe('no log line contains data from a request or from the table', () => {
  const key = { PK: { S: 'CALL#c' }, SK: { S: 'DELIVERY' } };
  const held = { persona: { S: CANARIES.persona }, summary: { S: CANARIES.summary }, number: { S: CANARIES.line } };
  const row = { ...key, ...held };
  /** The reasons in a cancelled transaction contain the items, and the SDK puts them into the error. */
  const cancelled = {
    __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
    Message: 'Transaction cancelled',
    CancellationReasons: [{ Code: 'ConditionalCheckFailed', Item: held }, { Code: 'ValidationError' }],
  };
  const rejected = { __type: 'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException', Item: held };
  /** JSON.parse quotes text that it cannot parse. */
  const torn = `{"Item":{"persona":{"S":${CANARIES.persona}}}}`;

  const servers: Server[] = [];
  afterAll(() => Promise.all(servers.map((server) => new Promise((resolve) => void server.close(resolve)))));
  async function tableThatResponds(status: number, received: string): Promise<string> {
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(status, { 'Content-Type': 'application/x-amz-json-1.0' }).end(received);
    });
    servers.push(server);
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${z.object({ port: z.number() }).parse(server.address()).port}`;
  }

  it.each([
    ['a cancelled transaction', 400, JSON.stringify(cancelled)],
    ['a failed condition', 400, JSON.stringify(rejected)],
    ['half a response', 200, torn],
    [
      'items of another format',
      200,
      JSON.stringify({ Item: row, Attributes: row, Items: [row], Responses: { lines: [row] } }),
    ],
  ])('when the table responds with %s', async (_what, status, response) => {
    const endpoint = await tableThatResponds(status, response);
    const known = canaries(`svc_partner_${'0'.repeat(64)}`, `whsec_${'0'.repeat(64)}`);
    const told = await Promise.all(
      NEEDING_THE_TABLE.map(async (action) => {
        const text = JSON.stringify(await printedBy(outDir, action, endpoint));
        return { action, hasSpoken: text !== '[]', told: toldBy(text, known) };
      }),
    );
    expect(told).toEqual(NEEDING_THE_TABLE.map((action) => ({ action, hasSpoken: true, told: [] })));
  });
});
