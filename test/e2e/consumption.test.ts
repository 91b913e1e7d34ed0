import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deliveryConsumption, endpointConsumption } from '../bench/consumption/scenarios.ts';
import { type Consumption, type MeteredService, startMeteredService } from '../support/service/metered-service.ts';

type Units = Omit<Consumption, 'logBytes'>;

/** A change of these figures changes the cost and the duration of every partner's requests. */
const PER_REQUEST: Record<string, Units> = {
  'GET /v1/whoami': used({ reads: 1, writes: 1 }, { GetItem: 1, UpdateItem: 1 }),
  'GET /v1/tenants': used({ reads: 2, writes: 1 }, { GetItem: 1, Query: 1, UpdateItem: 1 }),
  // Six items in one transaction with two units each, and the rate count.
  'POST /v1/tenants': used({ reads: 1, writes: 13 }, { GetItem: 1, TransactWriteItems: 1, UpdateItem: 1 }),
  'GET /v1/tenants/{customerId}': used({ reads: 3, writes: 1 }, { BatchGetItem: 1, GetItem: 1, UpdateItem: 1 }),
  'DELETE /v1/tenants/{customerId}': used(
    { reads: 3, writes: 13 },
    { GetItem: 3, TransactWriteItems: 2, UpdateItem: 1 },
  ),
  'GET /v1/tenants/{customerId}/agent': used({ reads: 3, writes: 1 }, { BatchGetItem: 1, GetItem: 1, UpdateItem: 1 }),
  'PUT /v1/tenants/{customerId}/agent': used(
    { reads: 4, writes: 5 },
    { BatchGetItem: 1, GetItem: 1, TransactWriteItems: 1, UpdateItem: 1 },
  ),
  'GET /v1/tenants/{customerId}/calls': used({ reads: 3, writes: 1 }, { GetItem: 2, Query: 1, UpdateItem: 1 }),
  'GET /v1/webhooks': used({ reads: 2, writes: 1 }, { GetItem: 2, UpdateItem: 1 }),
  // One transaction writes the webhook and checks both secrets.
  'PUT /v1/webhooks': used({ reads: 4, writes: 7 }, { GetItem: 4, TransactWriteItems: 1, UpdateItem: 1 }),
};

const INGEST = { GetItem: 2, TransactWriteItems: 1 };

/**
 * Of the write units, recording takes 6, a claim 1, and an outcome 2 with the due index. A success also reads the
 * health of its partner. A failure writes there 1, and so does the success that ends a run of failures.
 */
const PER_DELIVERY: Record<string, Units> = {
  unsubscribed: used({ reads: 3, writes: 5 }, { ...INGEST, BatchGetItem: 1 }),
  first: used({ reads: 11, writes: 9 }, { GetItem: 3, TransactWriteItems: 1, BatchGetItem: 3, UpdateItem: 2 }, 1),
  retried: used({ reads: 17, writes: 15 }, { GetItem: 3, TransactWriteItems: 1, BatchGetItem: 4, UpdateItem: 6 }, 2),
  exhausted: used({ reads: 52, writes: 45 }, { ...INGEST, BatchGetItem: 10, UpdateItem: 24 }, 8),
};

function used(units: { reads: number; writes: number }, tableRequests: Record<string, number>, queueSends = 0) {
  return { readUnits: units.reads, writeUnits: units.writes, tableRequests, queueSends };
}

describe('the consumption of table units and queue messages', () => {
  let service: MeteredService;
  beforeAll(async () => {
    service = await startMeteredService(['--allow-local-webhooks', '--retry-base-seconds', '0.05']);
  });
  afterAll(() => service.close());

  it('is as listed in this test for each request of a partner', async () => {
    expect(await endpointConsumption(service)).toMatchObject(PER_REQUEST);
  });

  it('is as listed in this test for a finished call whose delivery is skipped, delivered, retried or dead', async () => {
    expect(await deliveryConsumption(service)).toMatchObject(PER_DELIVERY);
  }, 120_000);
});
