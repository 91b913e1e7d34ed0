import { ASSUMED } from '../../../tooling/capacity/assumed.ts';
import { type MeteredService, startMeteredService } from '../../support/service/metered-service.ts';
import type { Bench, Figure, Measured, Wanted } from '../figure.ts';
import { costOfDelivery, costOfRecording, sumOf } from './cost.ts';
import { BURSTS, burstConsumption, deliveryConsumption, endpointConsumption, lookUpConsumption } from './scenarios.ts';

/** The engine of the running service counts the units, so nothing here depends on the speed of the machine. */
export const consumption: Bench = {
  name: 'consumption',
  about: 'capacity units and requests for each endpoint and delivery, and what a million deliveries cost',
  async measure(wanted) {
    const service = await startForConsumption();
    try {
      return (await consumptionOf(service, wanted)).measured;
    } finally {
      await service.close();
    }
  },
};

export const startForConsumption = () =>
  startMeteredService(['--allow-local-webhooks', '--retry-base-seconds', '0.05']);

/** Returns what the bench measures on a running service, and the consumption behind its figures. */
export async function consumptionOf(service: MeteredService, { size, say }: Wanted) {
  say('each endpoint once');
  const endpoints = await endpointConsumption(service);
  say('a look-up by number and by id');
  const lookUps = await lookUpConsumption(service);
  say('deliveries at the first attempt, after a retry, and dead');
  const deliveries = await deliveryConsumption(service);
  const { unsubscribed, queued, first, retried, dead } = deliveries;
  if (!unsubscribed || !queued || !first || !retried || !dead) throw new Error('A delivery was not measured');

  const calls = BURSTS[size];
  say(`${calls} calls at once`);
  const burst = await burstConsumption(service, calls);
  // The ingest of a delivery is measured on a call without a webhook. One write unit is added, because the row of
  // that call is not in the due index. Its read units are replaced, because they include the relay's read.
  const ingest = { ...unsubscribed, writeUnits: unsubscribed.writeUnits + 1, readUnits: 2 };
  const lines = costOfDelivery({ ingest, total: burst });
  const afterIngestUsd = sumOf(lines, ({ afterIngestUsd: usd }) => usd);
  const units = (name: string, { writeUnits, readUnits }: typeof first): Figure => ({
    name,
    value: writeUnits,
    unit: 'write units',
    note: `${readUnits} read units`,
  });
  const measured: Measured = {
    figures: [
      ...Object.entries(endpoints).map(([name, used]) => units(name, used)),
      units('line-for-call, by number', lookUps.number),
      units('line-for-call, by tenantId', lookUps.tenantId),
      units('call without a webhook, invoked', unsubscribed),
      units('call without a webhook, queued', queued),
      {
        ...units('delivery, first attempt: after ingest', first),
        value: first.writeUnits - ingest.writeUnits,
        goal: { atMost: 3 },
      },
      { ...units('delivery, first attempt: with ingest', first), goal: { atMost: 9 } },
      units('delivery, one retry: with ingest', retried),
      units('delivery, eight attempts: with ingest', dead),
      ...(['invoked', 'queued'] as const).map(
        (way): Figure => ({
          name: `a million recordings, ${way}`,
          value: costOfRecording(way === 'queued' ? { ...ingest, logBytes: queued.logBytes } : ingest, way),
          unit: '$',
          note:
            way === 'queued' ? `in batches of ${ASSUMED.batch}, with the requests to the queue` : 'one invocation each',
        }),
      ),
      ...lines.map(
        ({ part, ingestUsd, afterIngestUsd: usd }): Figure => ({
          name: `a million deliveries, after ingest: ${part}`,
          value: usd,
          unit: '$',
          note: `ingest: $${ingestUsd.toFixed(2)}`,
        }),
      ),
      {
        name: 'a million deliveries: after ingest',
        value: afterIngestUsd,
        unit: '$',
        goal: { atMost: 4 },
        note: `list price, units and logs as ${calls} calls at once use, invocations in batches of ${ASSUMED.batch}`,
      },
      {
        name: 'a million deliveries: with ingest',
        value: afterIngestUsd + sumOf(lines, ({ ingestUsd }) => ingestUsd),
        unit: '$',
        goal: { atMost: 8 },
        note: 'Svix lists $100 for a million messages over the plan',
      },
    ],
  };
  return { endpoints, lookUps, deliveries, measured };
}
