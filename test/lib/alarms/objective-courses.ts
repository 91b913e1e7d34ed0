import { type Course, steady } from './course.ts';
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
  // Spared: 1.4 % are faults. The contract defines the other responses with 502 and 503.
  'availability-fast-burn': steady({ raisedAfter: 10, overAfter: 5 }, requests(20, 2), [
    ...requests(10_000, 540),
    [own('Expected5xx'), [400]],
  ]),
  // A minute before the end, the short window still has eight faults in 1,320 requests.
  'availability-slow-burn': steady({ raisedAfter: 10, overAfter: 27 }, requests(200, 2), requests(10_000, 59)),
  'freshness-fast-burn': steady({ raisedAfter: 5, overAfter: 5 }, firstAttempts(20, 4), firstAttempts(1_000, 71)),
  'freshness-slow-burn': steady({ raisedAfter: 4, overAfter: 30 }, firstAttempts(100, 5), firstAttempts(1_000, 29)),
  // Spared: deliveries that receivers refuse, or fail eight times, are no faults of ours.
  'delivery-fast-burn': steady({ raisedAfter: 4, overAfter: 5 }, skipped(0, 5), [
    ...skipped(9_000, 14),
    [own('WebhookRefused'), [500]],
    [own('WebhookExhausted'), [500]],
  ]),
  'delivery-slow-burn': steady({ raisedAfter: 5, overAfter: 30 }, skipped(4_000, 4), skipped(10_000, 5)),
};
