import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  API_REQUEST_UNITS,
  CALL_UNITS,
  LOOK_UP_UNITS,
  type Units as TableUnits,
} from '../../tooling/capacity/units.ts';
import { consumptionOf, startForConsumption } from '../bench/consumption/bench.ts';
import { withoutValue } from '../bench/figure.ts';
import type { Consumption, MeteredService } from '../support/service/metered-service.ts';

type Units = Omit<Consumption, 'logBytes'>;

/** A change of these figures changes the cost and the duration of every partner's requests. */
const PER_REQUEST: Record<string, Units> = {
  'GET /v1/whoami': usedBy({ read: 1, write: 1 }, { GetItem: 1, UpdateItem: 1 }),
  'GET /v1/tenants': usedBy({ read: 2, write: 1 }, { GetItem: 1, Query: 1, UpdateItem: 1 }),
  // One transaction writes six items, for two units each. The rate count takes one unit.
  'POST /v1/tenants': usedBy({ read: 1, write: 13 }, { GetItem: 1, TransactWriteItems: 1, UpdateItem: 1 }),
  'GET /v1/tenants/{customerId}': usedBy({ read: 3, write: 1 }, { GetItem: 3, UpdateItem: 1 }),
  'DELETE /v1/tenants/{customerId}': usedBy(
    { read: 3, write: 13 },
    { GetItem: 3, TransactWriteItems: 2, UpdateItem: 1 },
  ),
  'GET /v1/tenants/{customerId}/agent': usedBy({ read: 3, write: 1 }, { GetItem: 3, UpdateItem: 1 }),
  'PUT /v1/tenants/{customerId}/agent': usedBy(
    { read: 4, write: 5 },
    { BatchGetItem: 1, GetItem: 2, TransactWriteItems: 1, UpdateItem: 1 },
  ),
  'GET /v1/tenants/{customerId}/calls': usedBy(API_REQUEST_UNITS, { GetItem: 2, Query: 1, UpdateItem: 1 }),
  'GET /v1/webhooks': usedBy({ read: 2, write: 1 }, { GetItem: 2, UpdateItem: 1 }),
  // One transaction writes the webhook and checks both secrets, for two units each. The rate count takes one unit.
  'PUT /v1/webhooks': usedBy({ read: 4, write: 7 }, { GetItem: 4, TransactWriteItems: 1, UpdateItem: 1 }),
};

const INGEST = { GetItem: 2, TransactWriteItems: 1 };

/** What each kind of call uses. The units are in tooling/capacity/units.ts. */
const PER_DELIVERY: Record<string, Units> = {
  // The webhook is read a second time after the call is stored as skipped.
  unsubscribed: usedBy(CALL_UNITS.unsubscribed, { ...INGEST, GetItem: 3, BatchGetItem: 1 }),
  // A queued call takes one more request to SQS, that of the voice platform, and no more requests to the table.
  queued: usedBy(CALL_UNITS.unsubscribed, { ...INGEST, GetItem: 3, BatchGetItem: 1 }, 1),
  first: usedBy(CALL_UNITS.first, { GetItem: 3, TransactWriteItems: 1, BatchGetItem: 3, UpdateItem: 2 }, 1),
  retried: usedBy(CALL_UNITS.retried, { GetItem: 3, TransactWriteItems: 1, BatchGetItem: 4, UpdateItem: 6 }, 2),
  dead: usedBy(CALL_UNITS.dead, { ...INGEST, BatchGetItem: 10, UpdateItem: 24 }, 8),
};

function usedBy({ read, write }: TableUnits, tableRequests: Record<string, number>, queueSends = 0) {
  return { readUnits: read, writeUnits: write, tableRequests, queueSends };
}

describe('the table units and queue messages that requests and calls use', () => {
  let service: MeteredService;
  let used: Awaited<ReturnType<typeof consumptionOf>>;
  beforeAll(async () => {
    service = await startForConsumption();
    used = await consumptionOf(service, { size: 'short', say: () => undefined });
  }, 180_000);
  afterAll(() => service.close());

  it('each request of a partner uses the listed table units', () => {
    expect(used.endpoints).toMatchObject(PER_REQUEST);
  });

  it('a look-up of a line by its number reads one unit more than a look-up by its id', () => {
    expect(used.lookUps).toMatchObject({
      number: usedBy(LOOK_UP_UNITS, { GetItem: 1, BatchGetItem: 1 }),
      tenantId: usedBy({ ...LOOK_UP_UNITS, read: LOOK_UP_UNITS.read - 1 }, { BatchGetItem: 1 }),
    });
  });

  it('each kind of finished call uses the table units and queue messages in `PER_DELIVERY`', () => {
    expect(used.deliveries).toMatchObject(PER_DELIVERY);
  });

  it('the consumption benchmark measures every figure that it reports', () => {
    expect(withoutValue(used.measured)).toEqual([]);
  });
});
