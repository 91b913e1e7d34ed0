import { createServer } from 'node:http';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { FUNCTION_NAMES, type FunctionName, RIGHTS } from '../../../lib/rights.ts';
import { mapInParallel } from '../../../operator/map-in-parallel.ts';
import { listen } from '../../../tooling/machine/loopback.ts';
import { builtFunctions } from '../../support/functions/built.ts';
import { NOWHERE, printedBy } from '../../support/functions/shipped.ts';
import { CANARIES, canaries, toldBy } from '../../support/hostile/canaries.ts';

const NEEDING_THE_TABLE = FUNCTION_NAMES.filter((action) => RIGHTS[action].table.length > 0);

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

/** What a table may respond, with its status. */
const RESPONSES: Readonly<Record<string, readonly [status: number, body: string]>> = {
  'a cancelled transaction': [400, JSON.stringify(cancelled)],
  'a failed condition': [400, JSON.stringify(rejected)],
  'half a response': [200, torn],
  'items of another format': [
    200,
    JSON.stringify({ Item: row, Attributes: row, Items: [row], Responses: { lines: [row] } }),
  ],
};
const UNREACHABLE = 'nothing';
const CASES = [UNREACHABLE, ...Object.keys(RESPONSES)];

async function tableThatResponds(status: number, body: string) {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(status, { 'Content-Type': 'application/x-amz-json-1.0' }).end(body);
  });
  return { server, endpoint: `http://127.0.0.1:${await listen(server, 0)}` };
}

/** What each function printed with each of the cases. */
const printed = new Map<FunctionName, readonly Record<string, unknown>[][]>();
beforeAll(async () => {
  const { folder } = await builtFunctions();
  const tables = await Promise.all(Object.values(RESPONSES).map((response) => tableThatResponds(...response)));
  const endpoints = [NOWHERE, ...tables.map(({ endpoint }) => endpoint)];
  await mapInParallel(FUNCTION_NAMES, 2, async (action) => {
    printed.set(action, await printedBy(folder, action, endpoints));
  });
  for (const { server } of tables) server.close();
});
const linesOf = (action: FunctionName, response: string) => printed.get(action)?.[CASES.indexOf(response)] ?? [];

describe('a bundled function as it is deployed', () => {
  it.each(NEEDING_THE_TABLE)(
    'the bundled function %s logs an unreachable table as ERROR and counts an unhandled error',
    (action) => {
      const lines = linesOf(action, UNREACHABLE);
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
    },
  );

  it('whoami writes no metrics if it has nothing to count', () => {
    expect(linesOf('whoami', UNREACHABLE)).toMatchObject([
      {
        ...{ message: 'Request answered', level: 'INFO', service: 'whoami' },
        ...{ requestId: 'request-1', route: 'GET /v1/whoami', partnerId: 'pt_1', status: 200, outcome: 'ok' },
        durationMs: expect.any(Number),
      },
    ]);
  });
});

it.each(Object.keys(RESPONSES))(
  'no log line contains data from a request or from the table if the table responds with %s',
  (response) => {
    const known = canaries(`svc_partner_${'0'.repeat(64)}`, `whsec_${'0'.repeat(64)}`);
    const told = NEEDING_THE_TABLE.map((action) => {
      const text = JSON.stringify(linesOf(action, response));
      return { action, hasSpoken: text !== '[]', told: toldBy(text, known) };
    });
    expect(told).toEqual(NEEDING_THE_TABLE.map((action) => ({ action, hasSpoken: true, told: [] })));
  },
);
