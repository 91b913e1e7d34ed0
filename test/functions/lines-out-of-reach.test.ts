import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ROUTES } from '../../shared/contract/routes.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import { keys } from '../../shared/store/table/keys.ts';
import { aContext, apiEvent } from '../support/functions/endpoint-call.ts';
import { endpointsOn } from '../support/functions/endpoints.ts';
import { lineWorld, NOW_MS } from '../support/functions/line-world.ts';
import { silent } from '../support/functions/telemetry.ts';
import { intercepted } from '../support/table/faulty.ts';
import { testTable } from '../support/table/table.ts';

const ABSENT = 'tn_00000000000000000000000001';

/** Reading such a property is a fault, which becomes a 500. */
const unreadable = {
  get: () => {
    throw new Error('Read too early');
  },
};

describe('a request about a line that the partner cannot reach', () => {
  let table: Table;
  let partnerId: string;
  /** Lines by the reason why the partner cannot reach them. */
  let lines: Record<string, string>;
  beforeAll(async () => {
    table = await testTable();
    const [partner, other] = [await lineWorld(table), await lineWorld(table)];
    partnerId = partner.partnerId;
    const foreign = await other.line({ agent: { persona: '김'.repeat(8_000) } });
    for (const callId of ['c1', 'c2']) {
      const call = { callId, tenantId: foreign, partnerId: other.partnerId, storedAtMs: NOW_MS, summary: 'x' };
      const Item = { ...keys.call(foreign, NOW_MS, callId), ...call };
      await table.db.send(new PutCommand({ TableName: table.name, Item }));
    }
    const released = await partner.line();
    await partner.terminate(released);
    lines = { absent: ABSENT, foreign, released, malformed: 'not-an-id', longMalformed: 'x'.repeat(5_000) };
  });

  it.each(ROUTES.filter(({ path }) => path.includes('{customerId}')))(
    'gets the same 403 from $method $path for every such line, after reading only the delegation, and no part of the request',
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
