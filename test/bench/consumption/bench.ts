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
  // The recording of a delivery is measured on a call without a webhook: the row of that call is in the index of what
  // was not delivered, instead of the due index. The read units are replaced, because they include the second look for
  // a webhook and the relay's read.
  const recording = { ...unsubscribed, readUnits: 2 };
  const lines = costOfDelivery({ recording, total: burst });
  const afterRecordingUsd = sumOf(lines, ({ afterRecordingUsd: usd }) => usd);
  const units = (name: string, { writeUnits, readUnits }: typeof first): Figure => ({
    name,
    value: writeUnits,
    unit: writeUnits === 1 ? 'write unit' : 'write units',
    note: readUnits === 1 ? '1 read unit' : `${readUnits} read units`,
  });
  const measured: Measured = {
    figures: [
      ...Object.entries(endpoints).map(([name, used]) => units(name, used)),
      units('line-for-call, by number', lookUps.number),
      units('line-for-call, by tenantId', lookUps.tenantId),
      units('record-call stores a call of a partner without a webhook', unsubscribed),
      units('intake stores a call of a partner without a webhook', queued),
      {
        name: 'the first attempt, without recording',
        value: first.writeUnits - recording.writeUnits,
        unit: 'write units',
        goal: { atMost: 3 },
      },
      { ...units('recording and one attempt', first), goal: { atMost: 9 } },
      units('recording and two attempts', retried),
      units('recording and eight attempts', dead),
      ...(['invoked', 'queued'] as const).map(
        (way): Figure => ({
          name: `a million recordings, ${way}`,
          value: costOfRecording(way === 'queued' ? { ...recording, logBytes: queued.logBytes } : recording, way),
          unit: '$',
        }),
      ),
      ...lines.map(
        ({ part, recordingUsd, afterRecordingUsd: usd }): Figure => ({
          name: `a million deliveries: ${part}`,
          value: usd,
          unit: '$',
          note: `the same for a million recordings, invoked: $${recordingUsd.toFixed(2)}`,
        }),
      ),
      {
        name: 'a million deliveries, without recording',
        value: afterRecordingUsd,
        unit: '$',
        goal: { atMost: 4 },
        note: `list price, with the units and logs of ${calls} simultaneous calls`,
      },
      {
        name: 'a million deliveries, with recording',
        value: afterRecordingUsd + sumOf(lines, ({ recordingUsd }) => recordingUsd),
        unit: '$',
        goal: { atMost: 8 },
        note: 'Svix charges $100 for each million above its plan',
      },
    ],
  };
  return { endpoints, lookUps, deliveries, measured };
}
