import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildBundles } from '../../bin/build/bundles.ts';
import { FUNCTION_NAMES, type FunctionName } from '../../lib/rights.ts';

const outDir = mkdtempSync(join(tmpdir(), 'shipped-'));
beforeAll(() => buildBundles(outDir));
afterAll(() => rmSync(outDir, { recursive: true }));

/** Nothing answers there. */
const NOWHERE = 'http://127.0.0.1:1';
const environmentOf = (action: FunctionName) => ({
  AWS_REGION: 'eu-west-1',
  AWS_ACCESS_KEY_ID: 'KEY',
  AWS_SECRET_ACCESS_KEY: 'secret',
  AWS_ENDPOINT_URL: NOWHERE,
  AWS_MAX_ATTEMPTS: '1',
  POWERTOOLS_SERVICE_NAME: action,
  POWERTOOLS_METRICS_NAMESPACE: 'PartnerLines/test',
  TABLE_NAME: 'lines',
  QUEUE_URL: `${NOWHERE}/main`,
  SLOW_QUEUE_URL: `${NOWHERE}/slow`,
  SLOW_QUEUE_ARN: 'arn:aws:sqs:eu-west-1:000000000000:slow',
});

const authorizer = {
  ...{ partnerId: 'pt_1', partnerName: 'Acme', partnerState: 'active', keyPrefix: 'svc_partner_00000000' },
  ...{ scopes: 'tenants,config,calls,webhooks', limited: 'false', remaining: '29', resetSeconds: '300' },
};
const wakeUp = { v: 1, callId: 'c', partnerId: 'p', tenantId: 't', storedAtMs: 1, attempts: 0 };

/** One event that every function finds something of its own in. */
const EVENT = {
  resource: '/v1/tenants',
  pathParameters: { customerId: 'tn_01KAJ0000000000000000000ZZ' },
  headers: {},
  multiValueHeaders: { Host: ['api.example'] },
  multiValueQueryStringParameters: null,
  body: JSON.stringify({ name: 'Cafe', region: 'kr', externalId: 'shop-1', url: 'https://8.8.8.8/hook' }),
  isBase64Encoded: false,
  requestContext: { requestId: 'request-1', identity: { sourceIp: '127.0.0.1' }, authorizer },
  Records: [
    {
      ...{
        eventName: 'INSERT',
        dynamodb: { SequenceNumber: '1', Keys: { PK: { S: 'CALL#c' }, SK: { S: 'DELIVERY' } } },
      },
      ...{ messageId: 'm', body: JSON.stringify(wakeUp), attributes: { ApproximateReceiveCount: '1' } },
    },
  ],
  tenantId: 'tn_01KAJ0000000000000000000ZZ',
  call: { callId: 'c', summary: 'Asked for a table' },
};

const INVOKE = `
  const context = { awsRequestId: 'invocation-1', getRemainingTimeInMillis: () => 100000 };
  require(process.argv[1]).handler(JSON.parse(process.argv[2]), context).catch(() => undefined);
`;

/** What the function prints, as Lambda would read it. Every line is JSON, or the test fails. */
async function printedBy(action: FunctionName, event: object): Promise<Record<string, unknown>[]> {
  const args = ['-e', INVOKE, join(outDir, action, 'index.js'), JSON.stringify(event)];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { env: environmentOf(action) });
  const lines = `${stdout}${stderr}`.split('\n').filter((line) => line !== '');
  return lines.map((line): Record<string, unknown> => JSON.parse(line));
}

describe('a shipped function', () => {
  // Its whole answer comes from the authorizer: nothing that is away can harm it.
  const needing = FUNCTION_NAMES.filter((action) => action !== 'whoami');

  it.each(needing)('%s tells of a table that is away: one line for people, one for the alarm', async (action) => {
    const lines = await printedBy(action, EVENT);
    const [metrics, ...more] = lines.filter((line) => '_aws' in line);
    expect(more).toEqual([]);
    expect(metrics).toMatchObject({
      _aws: { CloudWatchMetrics: [{ Namespace: 'PartnerLines/test', Dimensions: [['service', 'function']] }] },
      service: 'partner-lines',
      function: action,
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

  it('counts nothing when there is nothing to count', async () => {
    const lines = await printedBy('whoami', EVENT);
    expect(lines).toMatchObject([
      {
        ...{ message: 'Request answered', level: 'INFO', service: 'whoami', lambdaRequestId: 'invocation-1' },
        ...{ requestId: 'request-1', route: 'GET /v1/whoami', partnerId: 'pt_1', status: 200, outcome: 'ok' },
        durationMs: expect.any(Number),
      },
    ]);
  });
});
