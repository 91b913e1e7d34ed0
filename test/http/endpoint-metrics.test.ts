import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Failure, type FailureReason } from '../../shared/domain/requests/failure.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { ok } from '../../shared/http/reply.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import { keys } from '../../shared/store/table/keys.ts';
import { exchange } from '../support/endpoint-call.ts';
import { intercepted } from '../support/faulty.ts';
import { lineWorld } from '../support/line-world.ts';
import { testTable } from '../support/table.ts';
import { recordingTelemetry } from '../support/telemetry.ts';

/** What is counted when an endpoint answers so. */
async function countedWhen(run: () => Promise<ReturnType<typeof ok>>) {
  const { noted, ...telemetry } = recordingTelemetry();
  const { status } = await exchange(endpoint('get-tenant', telemetry, run));
  return { status, noted: noted() };
}
const refusing = (reason: FailureReason) => async () => {
  throw new Failure(reason, 'No');
};

describe('an endpoint counts', () => {
  it('nothing when it answers what was asked', async () => {
    expect(await countedWhen(async () => ok({}))).toEqual({ status: 200, noted: {} });
  });

  it.each(['malformed', 'forbidden', 'rateLimited', 'EXTERNAL_ID_EXISTS', 'TENANT_QUOTA_EXCEEDED'] as const)(
    'nothing when it refuses what was asked: %s',
    async (reason) => {
      expect((await countedWhen(refusing(reason))).noted).toEqual({});
    },
  );

  it('an unhandled error when it answers 500', async () => {
    const fault = async () => {
      throw new TypeError('x is not a function');
    };
    expect(await countedWhen(fault)).toEqual({ status: 500, noted: { unhandledError: 1 } });
  });

  it.each(['unavailable', 'SUMMARY_OWNER_LOOKUP_FAILED'] as const)(
    'the 503 that the contract has as expected: %s',
    async (reason) => {
      expect(await countedWhen(refusing(reason))).toEqual({ status: 503, noted: { expected5xx: 1 } });
    },
  );
});

describe('terminating a line', () => {
  let table: Table;
  beforeAll(async () => {
    table = await testTable();
  });

  it('counts a number that is still attached: support has to release it', async () => {
    const partner = await lineWorld(table);
    const id = await partner.line();
    await partner.set(keys.line(id), 'number', '+821012345678');
    expect((await partner.terminate(id)).status).toBe(502);
    expect(partner.noted()).toEqual({ expected5xx: 1, carrierReleaseFailed: 1 });
  });

  it('counts a release that was found undone and made up for', async () => {
    // The line's creation, the first step of its termination, and the second.
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
