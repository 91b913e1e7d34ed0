import { randomUUID } from 'node:crypto';
import { newCallId } from '../../../shared/domain/ids.ts';
import type { Table } from '../../../shared/store/table/connect.ts';
import { exchange } from '../../support/functions/endpoint-call.ts';
import { endpointOn } from '../../support/functions/endpoints.ts';
import { recordCallOn, sweepOn } from '../../support/functions/pipeline.ts';
import { CALLS_DAYS, RECORDED_UNTIL_MS, type StockedLine, SWEEP_PERIOD_MS } from './stock.ts';

/** The page has the same length at every size. Even the smallest stock has one call or line more than the page. */
export const PAGE_LENGTH = 9;
const PAGE = { limit: String(PAGE_LENGTH) };

const nowMs = () => RECORDED_UNTIL_MS + 60_000;

/** Runs an operation once. Returns the number of things done: 1, or the number of swept deliveries. */
export type Operation = () => Promise<number>;

async function once(expected: number, exchanged: ReturnType<typeof exchange>) {
  const { status, text } = await exchanged;
  if (status !== expected) throw new Error(`${status} ${text}`);
  return 1;
}

export const callsListed = (table: Table, { partnerId, tenantId }: StockedLine): Operation => {
  const handler = endpointOn('list-calls', { table, nowMs });
  return () => once(200, exchange(handler, { partnerId, tenantId, query: PAGE }));
};

export const linesListed = (table: Table, partnerId: string): Operation => {
  const handler = endpointOn('list-tenants', { table, nowMs });
  return () => once(200, exchange(handler, { partnerId, query: PAGE }));
};

/** Creates a line of each partner in turn, so that a partner with few lines keeps few. */
export const lineCreated = (table: Table, partnerIds: readonly string[]): Operation => {
  const handler = endpointOn('create-tenant', { table, nowMs });
  const next = inTurn(partnerIds);
  return () => {
    const body = { name: 'Corner Cafe', region: 'kr', externalId: randomUUID() };
    return once(201, exchange(handler, { partnerId: next(), body }));
  };
};

/** Records a call on each line in turn, so that a line with few calls keeps few. */
export const callRecorded = (table: Table, lines: readonly StockedLine[]): Operation => {
  const handler = recordCallOn(table, nowMs, { callsDays: CALLS_DAYS });
  const next = inTurn(lines);
  return async () => {
    const call = { callId: newCallId(), summary: 'Asked for a table at seven.' };
    const response = await handler({ tenantId: next().tenantId, call });
    if ('refused' in response) throw new Error(response.refused.message);
    return 1;
  };
};

/**
 * Runs a sweep that has no time left, so it stops after one page of each shard. That is every due delivery if there are
 * few, and otherwise only a part. Each sweep comes one period after the previous one, so that the same deliveries are
 * due again. Nothing reads the messages that the sweep sends.
 */
export const deliveriesSwept = (table: Table, clock: { nowMs: number }): Operation => {
  const handler = sweepOn({ table, nowMs: () => clock.nowMs }, { wakeUps: { sendAll: async () => [] } });
  return async () => {
    clock.nowMs += SWEEP_PERIOD_MS + 1_000;
    return (await handler({}, { getRemainingTimeInMillis: () => 0 })).queued;
  };
};

function inTurn<T>(all: readonly T[]): () => T {
  let turn = 0;
  return () => {
    const one = all[turn % all.length];
    turn += 1;
    if (one === undefined) throw new Error('The list is empty');
    return one;
  };
}
