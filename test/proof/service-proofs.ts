import { RESPONSE_LIMIT_MS } from '../../shared/domain/deliveries/response-timeout.ts';
import { eventsAtRandomGaps, obstacleToFarReceivers } from '../support/far/far-network.ts';
import { costOfHostileDeliveries } from '../support/receivers/hostile-receivers.ts';
import { behindHangingPartner, requestsWithin } from '../support/service/backlog.ts';
import { newDataDir, removeDataDir, startService } from '../support/service/service.ts';
import type { Section } from './section.ts';

const HANGING_CALLS = 5_000;
/** The time for one wake-up to leave the main queue on a busy machine. An idle machine needs 10 % of that time. */
const MOVED_WITHIN_MS = 20;

/** Bounds the wait of a healthy partner behind thousands of calls of a hanging one, on the running local service. */
export const fairness: Section = {
  name: 'fairness',
  async prove({ say }) {
    say(`${HANGING_CALLS} calls of a partner whose receiver hangs, then 10 of a healthy one`);
    const service = await startService(newDataDir(), ['--allow-local-webhooks']);
    try {
      const { longestWaitMs, hangingRequestsMeanwhile, miscounted } = await behindHangingPartner(
        service,
        HANGING_CALLS,
      );
      for (const row of miscounted) say(JSON.stringify(row));
      const mostRequests = requestsWithin(longestWaitMs);
      const boundMs = RESPONSE_LIMIT_MS + HANGING_CALLS * MOVED_WITHIN_MS;
      return {
        isHeld: longestWaitMs <= boundMs && hangingRequestsMeanwhile <= mostRequests && miscounted.length === 0,
        summary: [
          ['longest wait of the healthy partner, ms', longestWaitMs],
          ['bound, ms', boundMs],
          ['requests that hung meanwhile', hangingRequestsMeanwhile],
          ['the most requests allowed to hang', mostRequests],
          ['attempts used up by moves', miscounted.length],
        ],
      };
    } finally {
      await service.stop();
      removeDataDir(service.ready.dataDir);
    }
  },
};

const HOSTILE_DELIVERIES = 1_000;
const MOST_MB = 50;

/** Measures the cost of receivers that try to harm the sender, with the timeout of the contract. */
export const hostileReceivers: Section = {
  name: 'hostile receivers',
  async prove({ say }) {
    say(`${HOSTILE_DELIVERIES} deliveries, 20 at a time; some reach the timeout of ${RESPONSE_LIMIT_MS} ms`);
    const { before, after, longestMs, openSockets } = await costOfHostileDeliveries(
      HOSTILE_DELIVERIES,
      RESPONSE_LIMIT_MS,
    );
    const grownMb = after.rssMb - before.rssMb;
    return {
      isHeld: grownMb <= MOST_MB && openSockets.length === 0 && longestMs < RESPONSE_LIMIT_MS + 1_000,
      summary: [
        ['memory before, MB of RSS', before.rssMb],
        ['memory after, MB of RSS', after.rssMb],
        ['longest delivery, ms', longestMs],
        ['sockets left open', openSockets.length],
      ],
    };
  },
};

const FAR_SENDERS = 50;
const FAR_EVENTS_EACH = 20;

/** Loses no event of a receiver that is far away and closes idle connections without announcing it. */
export const farReceivers: Section = {
  name: 'far receivers',
  async prove({ say }) {
    const obstacle = obstacleToFarReceivers();
    if (obstacle !== undefined) {
      say(`SKIPPED: ${obstacle}`);
      return { isHeld: true, summary: [] };
    }
    const events = FAR_SENDERS * FAR_EVENTS_EACH;
    say(`${events} events at random gaps to a receiver 150 ms away that closes connections after 2 s unannounced`);
    const { requests, lost, connections } = await eventsAtRandomGaps({
      senders: FAR_SENDERS,
      eventsEach: FAR_EVENTS_EACH,
    });
    return {
      isHeld: requests === events && lost.length === 0,
      summary: [
        ['requests that arrived', requests],
        ['events lost at the first attempt', lost.length],
        ['connections', connections],
      ],
    };
  },
};
