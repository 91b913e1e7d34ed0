import { beforeAll, describe, expect, it } from '@jest/globals';
import { createHandler as getAgent } from '../../functions/get-agent/handler.ts';
import { setIntegration } from '../../operator/records/line-changes.ts';
import { attachNumber, detachNumber } from '../../operator/records/line-numbers.ts';
import { ROUTES } from '../../shared/contract/routes.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import { keys } from '../../shared/store/table/keys.ts';
import { putItem } from '../support/functions/deliveries.ts';
import { aContext, apiEvent, callEndpoint } from '../support/functions/endpoint-call.ts';
import { endpointsOn } from '../support/functions/endpoints.ts';
import { lineWorld, NOW_MS } from '../support/functions/line-world.ts';
import { silent } from '../support/functions/telemetry.ts';
import { asOperator } from '../support/table/as-operator.ts';
import { intercepted, readApart } from '../support/table/faulty.ts';
import { testTable } from '../support/table/table.ts';

const table = await testTable();
const ABSENT = 'tn_00000000000000000000000001';

/** Reading such a property is a fault, which becomes a 500. */
const unreadable = {
  get: () => {
    throw new Error('Read too early');
  },
};

describe('requests about a line that the partner cannot reach', () => {
  let partnerId: string;
  /** Lines by the reason why the partner cannot reach them. */
  let lines: Record<string, string>;
  beforeAll(async () => {
    const [partner, other] = [await lineWorld(table), await lineWorld(table)];
    partnerId = partner.partnerId;
    const foreign = await other.line({ agent: { persona: '김'.repeat(8_000) } });
    for (const callId of ['c1', 'c2']) {
      const call = { callId, tenantId: foreign, partnerId: other.partnerId, storedAtMs: NOW_MS, summary: 'x' };
      await putItem(table, { ...keys.call(foreign, NOW_MS, callId), ...call });
    }
    const released = await partner.line();
    await partner.terminate(released);
    lines = { absent: ABSENT, foreign, released, malformed: 'not-an-id', longMalformed: 'x'.repeat(5_000) };
  });

  it.each(ROUTES.filter(({ path }) => path.includes('{customerId}')))(
    '$method $path returns the same 403 for every line that the partner cannot reach',
    async ({ action }) => {
      for (const tenantId of Object.values(lines)) {
        const reads: unknown[] = [];
        const watched = intercepted(table, (command) => {
          reads.push(command.input);
          return table.db.send(command);
        });
        const event = Object.defineProperties(apiEvent({ partnerId, tenantId }), {
          body: unreadable,
          multiValueQueryStringParameters: unreadable,
        });
        const { statusCode, body } = await endpointsOn(watched, silent)[action](event, aContext);
        expect([statusCode, body]).toEqual([403, '{"error":"Line is not delegated to this partner account"}']);
        const known = tenantId.startsWith('tn_') ? tenantId : 'tn_00000000000000000000000000';
        expect(reads).toEqual([
          { TableName: table.name, Key: keys.delegation(partnerId, known), ConsistentRead: true },
        ]);
      }
    },
  );
});

/**
 * Returns a table that runs the event after the first read or write. All other reads and writes begin after the event.
 */
function overtakenBy(event: () => Promise<unknown>): Table {
  let first: Promise<unknown> | undefined;
  return readApart(table, () => async (send) => {
    if (first === undefined) {
      first = send().then(async (response) => {
        await event();
        return response;
      });
      return first;
    }
    await first;
    return send();
  });
}

describe('requests during which the line changes', () => {
  it('a GET of agent settings returns 403 if the line is purged between two reads of the table', async () => {
    const partner = await lineWorld(table);
    const tenantId = await partner.line({ agent: { greeting: 'Hello.' } });
    const seen = overtakenBy(() => partner.terminate(tenantId, { purge: true }));
    const { partnerId } = partner;
    const response = await callEndpoint(getAgent({ ...silent, table: seen }), { partnerId, tenantId });
    expect(response).toEqual({ status: 403, body: { error: 'Line is not delegated to this partner account' } });
  });

  it('a GET of a line returns 403 if the line is purged between two reads of the table', async () => {
    const partner = await lineWorld(table);
    const tenantId = await partner.line();
    await setIntegration(asOperator(table), tenantId, 'providerA', true);
    const seen = overtakenBy(() => partner.terminate(tenantId, { purge: true }));
    const { status } = await (await lineWorld(table, { as: partner.partnerId, seen })).get(tenantId);
    expect(status).toBe(403);
  });

  it('a termination returns `numberReclaimed: true` if a number was attached and detached between two reads of the table', async () => {
    const partner = await lineWorld(table);
    const tenantId = await partner.line();
    const seen = overtakenBy(async () => {
      await attachNumber(asOperator(table), tenantId, '+14165550199');
      await detachNumber(asOperator(table), tenantId);
    });
    const { body } = await (await lineWorld(table, { as: partner.partnerId, seen })).terminate(tenantId);
    expect(body).toMatchObject({ status: 'terminated', numberReclaimed: true });
  });
});
