import type { Course } from './course.ts';
import { api, type Minute, own } from './minutes.ts';

/** Sums of a minute. The alarms on objectives look only at sums. */
const requests = (all: number, faults: number): Minute => [
  [api('Count'), [all]],
  [api('5XXError'), [faults]],
];
const firstAttempts = (all: number, late: number): Minute => [
  [own('TimedFirstAttempts'), [all]],
  [own('LateFirstAttempts'), [late]],
];
const skipped = (delivered: number, throughFaults: number): Minute => [
  [own('WebhookDelivered'), [delivered]],
  [own('WebhookSkipped'), [throughFaults]],
  [own('WebhookSettledByFault'), [throughFaults]],
];

/**
 * The fast burns are raised by 1.44 % faults, 7.2 % late events and 0.144 % lost events, and the slow ones by 0.6 %, 3 %
 * and 0.06 %. Both need 20 bad ones in the long window. The trouble of each slow burn is too little for its fast burn.
 */
export const objectiveCourses: Record<string, Course> = {
  'availability-fast-burn': {
    trouble: () => requests(20, 2),
    raisedAfter: 10,
    overAfter: 5,
    // 1.4 % are faults. The contract defines the other responses with 502 and 503.
    spared: () => [...requests(10_000, 540), [own('Expected5xx'), [400]]],
  },
  'availability-slow-burn': {
    trouble: () => requests(200, 2),
    raisedAfter: 10,
    // A minute earlier, the short window still has eight faults in 1,320 requests.
    overAfter: 27,
    spared: () => requests(10_000, 59),
  },
  'freshness-fast-burn': {
    trouble: () => firstAttempts(20, 4),
    raisedAfter: 5,
    overAfter: 5,
    spared: () => firstAttempts(1_000, 71),
  },
  'freshness-slow-burn': {
    trouble: () => firstAttempts(100, 5),
    raisedAfter: 4,
    overAfter: 30,
    spared: () => firstAttempts(1_000, 29),
  },
  'delivery-fast-burn': {
    trouble: () => skipped(0, 5),
    raisedAfter: 4,
    overAfter: 5,
    // Deliveries that receivers refuse, or fail eight times, are no faults of ours.
    spared: () => [...skipped(9_000, 14), [own('WebhookRefused'), [500]], [own('WebhookExhausted'), [500]]],
  },
  'delivery-slow-burn': {
    trouble: () => skipped(4_000, 4),
    raisedAfter: 5,
    overAfter: 30,
    spared: () => skipped(10_000, 5),
  },
};
