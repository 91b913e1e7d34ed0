import { beforeAll, describe, expect, it } from '@jest/globals';
import { createHandler as getAgent } from '../../../functions/get-agent/handler.ts';
import { setIntegration } from '../../../operator/records/line-changes.ts';
import { attachNumber, releaseNumber } from '../../../operator/records/line-numbers.ts';
import type { Table } from '../../../shared/store/table/connect.ts';
import { callEndpoint } from '../../support/functions/endpoint-call.ts';
import { lineWorld } from '../../support/functions/line-world.ts';
import { silent } from '../../support/functions/telemetry.ts';
import { asOperator } from '../../support/table/as-operator.ts';
import { readApart } from '../../support/table/faulty.ts';
import { testTable } from '../../support/table/table.ts';

let table: Table;
beforeAll(async () => {
  table = await testTable();
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

describe('a request during which the line changes', () => {
  it('returns 403 instead of empty agent settings when the line is purged between two reads', async () => {
    const partner = await lineWorld(table);
    const tenantId = await partner.line({ agent: { greeting: 'Hello.' } });
    const seen = overtakenBy(() => partner.terminate(tenantId, { purge: true }));
    const { partnerId } = partner;
    const response = await callEndpoint(getAgent({ ...silent, table: seen }), { partnerId, tenantId });
    expect(response).toEqual({ status: 403, body: { error: 'Line is not delegated to this partner account' } });
  });

  it('returns 403 instead of a line without integrations when the line is purged between two reads', async () => {
    const partner = await lineWorld(table);
    const tenantId = await partner.line();
    await setIntegration(asOperator(table), tenantId, 'providerA', true);
    const seen = overtakenBy(() => partner.terminate(tenantId, { purge: true }));
    const { status } = await (await lineWorld(table, { as: partner.partnerId, seen })).get(tenantId);
    expect(status).toBe(403);
  });

  it('that terminates the line returns `numberReclaimed: true` if a number was attached and released in the meantime', async () => {
    const partner = await lineWorld(table);
    const tenantId = await partner.line();
    const seen = overtakenBy(async () => {
      await attachNumber(asOperator(table), tenantId, '+14165550199');
      await releaseNumber(asOperator(table), tenantId);
    });
    const { body } = await (await lineWorld(table, { as: partner.partnerId, seen })).terminate(tenantId);
    expect(body).toMatchObject({ status: 'terminated', numberReclaimed: true });
  });
});
