import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from '@jest/globals';
import { CODED_FAILURES, EXTERNAL_ID_EXISTS, TENANT_QUOTA_EXCEEDED } from '../../../shared/contract/failures.ts';
import { Failure, failure } from '../../../shared/domain/requests/failure.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { okResponse } from '../../../shared/http/response.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { exchange } from '../../support/functions/endpoint-call.ts';
import { lineWorld } from '../../support/functions/line-world.ts';
import { recordingTelemetry } from '../../support/functions/telemetry.ts';
import { intercepted } from '../../support/table/faulty.ts';
import { testTable } from '../../support/table/table.ts';

/** Returns the status and the metrics of an endpoint whose handler is `run`. */
async function countedWhen(run: () => Promise<ReturnType<typeof okResponse>>) {
  const { noted, ...telemetry } = recordingTelemetry();
  const { status } = await exchange(endpoint('get-tenant', telemetry, run));
  return { status, noted: noted() };
}
const failing = (thrown: Failure) => async () => {
  throw thrown;
};

describe('the metrics of an endpoint', () => {
  it('an endpoint counts no metric if it succeeds', async () => {
    expect(await countedWhen(async () => okResponse({}))).toEqual({ status: 200, noted: {} });
  });

  it.each(
    [
      new Failure('malformed', 'Malformed'),
      new Failure('forbidden', 'Forbidden'),
      new Failure('rateLimited', 'Rate limited'),
      failure(EXTERNAL_ID_EXISTS),
      failure(TENANT_QUOTA_EXCEEDED),
    ].map((thrown) => [thrown.message, thrown] as const),
  )('an endpoint counts no metric if it rejects the request: %s', async (_, thrown) => {
    expect((await countedWhen(failing(thrown))).noted).toEqual({});
  });

  it('an endpoint that returns 500 counts an unhandled error', async () => {
    const fault = async () => {
      throw new TypeError('x is not a function');
    };
    expect(await countedWhen(fault)).toEqual({ status: 500, noted: { unhandledError: 1 } });
  });

  it.each(
    [
      new Failure('unavailable', 'Unavailable'),
      ...CODED_FAILURES.filter(({ status }) => status >= 500).map((one) => failure(one)),
    ].map((thrown) => [thrown.message, thrown] as const),
  )('an endpoint that returns a 5xx of the contract counts an expected 5xx: %s', async (_, thrown) => {
    const { status, noted } = await countedWhen(failing(thrown));
    expect(status).toBeGreaterThan(500);
    expect(noted).toMatchObject({ expected5xx: 1 });
  });
});

const table = await testTable();

describe('the metrics of a termination', () => {
  it('a termination that fails because of an attached number counts as `expected5xx` and `carrierReleaseFailed`', async () => {
    const partner = await lineWorld(table);
    const id = await partner.line();
    await partner.set(keys.line(id), 'number', '+821012345678');
    expect((await partner.terminate(id)).status).toBe(502);
    expect(partner.noted()).toEqual({ expected5xx: 1, carrierReleaseFailed: 1 });
  });

  it('a retry that completes the termination of a line counts once as `releaseUnfinished`', async () => {
    // The transactions are the creation of the line and the two steps of its termination.
    let transactions = 0;
    const interrupted = intercepted(table, (command) => {
      if (command instanceof TransactWriteCommand && ++transactions === 3) return Promise.reject(new Error('crash'));
      return table.db.send(command);
    });
    const partner = await lineWorld(table, { seen: interrupted });
    const id = await partner.line();
    expect((await partner.terminate(id)).status).toBe(500);
    expect(partner.noted()).toEqual({ unhandledError: 1 });
    expect((await partner.terminate(id)).status).toBe(409);
    expect(partner.noted()).toEqual({ unhandledError: 1, releaseUnfinished: 1 });
    expect((await partner.terminate(id)).status).toBe(403);
    expect(partner.noted()).toEqual({ unhandledError: 1, releaseUnfinished: 1 });
  });
});
