import type { AuthorizerEvent } from '../../../../functions/authorizer/handler.ts';
import { command, messages } from '../clients.ts';
import { type Scenario, scenario, wrongIf } from '../scenario.ts';
import { around, type World } from '../world.ts';
import { aPartnerWithKey, aPartnerWithLine, aSubscriber, finishedCall, record, takeQueued } from './given.ts';

const recording = (name: string, ends: string, given: (world: World) => Promise<{ tenantId: string }>): Scenario =>
  scenario({
    name,
    given,
    act: (world, { tenantId }) => command(world, (outside) => record(world)(outside)(finishedCall(tenantId, 'call-1'))),
    judge: async (world, _line, { all }) => {
      const times = new Set(
        all.map((response) => ('startedAt' in response ? response.startedAt : JSON.stringify(response))),
      );
      const stored = world.seen.calls.map(({ storedAtMs }) => new Date(storedAtMs).toISOString());
      return [
        ...wrongIf(
          times.size !== 1 || stored.some((time) => !times.has(time)),
          `returned ${[...times]}, stored ${stored}`,
        ),
        ...wrongIf(stored.length !== 1, `stored ${stored.length} times`),
        ...wrongIf(world.seen.deliveries[0]?.status !== ends, `it ended ${world.seen.deliveries[0]?.status}`),
      ];
    },
  });

export const RECORDING: readonly Scenario[] = [
  recording('record-call', 'delivered', aSubscriber),
  recording('record-call of a partner without a webhook', 'skipped', aPartnerWithLine),
];

const REFUSED = 'call.callType: must be one of phone, web';

/** A message with a call, twice in one batch, and one with a call that is refused. */
export const INTAKE: readonly Scenario[] = [
  scenario({
    name: 'intake',
    given: aSubscriber,
    act: (world, { tenantId }) => {
      const { call } = finishedCall(tenantId, 'call-1');
      const valid = JSON.stringify({ tenantId, call });
      const refused = JSON.stringify({ tenantId, call: { ...call, callId: 'call-2', callType: 'fax' } });
      const bodies = [valid, valid, refused];
      const given = bodies.map((body, n) => ({ id: `message-${n}`, body, receives: 1 }));
      return messages(world, given, takeQueued(world));
    },
    judge: async (world) => {
      const { calls, deliveries, rejectedCalls } = world.seen;
      const reasons = new Set(world.laidAside.map(({ body, reason }) => `${JSON.parse(body).call.callId} ${reason}`));
      return [
        ...wrongIf(calls.length !== 1, `stored ${calls.map(({ callId }) => callId)}`),
        ...wrongIf(deliveries[0]?.status !== 'delivered', `it ended ${deliveries[0]?.status}`),
        ...wrongIf([...reasons].join() !== `call-2 ${REFUSED}`, `in the dead-letter queue: ${[...reasons]}`),
        ...wrongIf(
          rejectedCalls.some(({ callId, way }) => callId !== 'call-2' || way !== 'queued'),
          `noted as refused: ${JSON.stringify(rejectedCalls)}`,
        ),
      ];
    },
  }),
];

const eventOf = (apiKey: string): AuthorizerEvent => ({
  resource: '/v1/tenants',
  pathParameters: null,
  multiValueHeaders: { Authorization: [`Bearer ${apiKey}`] },
  requestContext: { requestId: 'request-1', identity: { sourceIp: '198.51.100.7' } },
});

export const AUTHORIZER: readonly Scenario[] = [
  scenario({
    name: 'authorizer',
    given: aPartnerWithKey,
    act: (world, { apiKey }) =>
      command(world, ({ table }) => world.version().authorizer({ table, ...around(world) })(eventOf(apiKey))),
    judge: async (world, { partnerId }, { all }) => {
      const hits = world.seen.rateCounts[0]?.hits ?? 0;
      const isLetThrough = (response: (typeof all)[number]) =>
        'context' in response && response.context?.['partnerId'] === partnerId;
      return [
        ...wrongIf(!all.every(isLetThrough), `returned ${JSON.stringify(all)}`),
        ...wrongIf(hits < all.length, `${all.length} let through, ${hits} counted`),
      ];
    },
  }),
];
