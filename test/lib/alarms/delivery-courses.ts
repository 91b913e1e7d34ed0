import { type Course, every, gauge, samples } from './course.ts';
import { lambda, own, times } from './minutes.ts';

/** Returns the counts of two sweeps every five minutes, because every sweep counts the partners. */
export const counted = (failing: number, active: number) => (minute: number) =>
  every(5, minute, [
    [own('FailingPartners'), times(2, failing)],
    [own('ActivePartners'), times(2, active)],
  ]);

export const deliveryCourses: Record<string, Course> = {
  'partner-failing': {
    trouble: counted(1, 400),
    raisedAfter: 1,
    overAfter: 10,
    // First attempts fail, but the partner is not failing yet.
    spared: () => [[own('FirstAttemptsFailed'), times(3, 1)]],
  },
  'many-partners-failing': {
    trouble: counted(5, 25),
    raisedAfter: 1,
    overAfter: 10,
    // Four of four partners are too few, and five of 26 are less than 20 %.
    spared: (minute) => (minute < 30 ? counted(4, 4) : counted(5, 26))(minute),
  },
  'webhook-exhausted': {
    trouble: () => [[own('WebhookExhausted'), [1]]],
    raisedAfter: 1,
    overAfter: 5,
    // These outcomes have reasons on the partner's side.
    spared: () => [
      [own('WebhookRefused'), times(30, 1)],
      [own('WebhookSkipped'), times(30, 1)],
    ],
  },
  'first-attempts-failing': {
    trouble: () => [
      [own('FirstAttempts'), times(4, 1)],
      [own('FirstAttemptsFailed'), times(2, 1)],
    ],
    raisedAfter: 30,
    overAfter: 1,
    spared: () => [
      [own('FirstAttempts'), times(9, 1)],
      [own('FirstAttemptsFailed'), times(4, 1)],
    ],
  },
  'webhook-blocked-address': {
    trouble: () => [[own('WebhookBlockedAddress'), [1]]],
    raisedAfter: 1,
    overAfter: 5,
    spared: () => [[own('FirstAttemptsFailed'), [1]]],
  },
  'wake-up-lateness': {
    trouble: () => [[own('WakeUpLateness'), [120_000]]],
    raisedAfter: 11,
    overAfter: 5,
    spared: () => [
      [own('WakeUpLateness'), [...times(9, 119_999), 900_000]],
      // The slow lane may be late, because deliveries to slow receivers wait for each other.
      [own('SlowLaneLateness'), [3_600_000]],
    ],
  },
  'delivery-latency': samples(own('DeliveryLatency'), [120_000], [...times(19, 119_999), 900_000], {
    raisedAfter: 11,
    overAfter: 5,
  }),
  'sweep-rescued': {
    trouble: (minute) => every(5, minute, [[own('SweepRescued'), [5]]]),
    raisedAfter: 6,
    overAfter: 10,
    spared: (minute) => every(5, minute, [[own('SweepRescued'), [3]]]),
  },
  'wake-ups-dropped': {
    trouble: () => [[own('WakeUpsDropped'), [1]]],
    raisedAfter: 1,
    overAfter: 15,
    spared: () => [[own('SweepRescued'), [1]]],
  },
  'sweep-silent': {
    trouble: () => [[lambda('sweep', 'Invocations'), []]],
    raisedAfter: 26,
    overAfter: 5,
    spared: (minute) => [[lambda('sweep', 'Invocations'), minute % 15 === 0 ? [1] : []]],
  },
  'relay-lag': samples(lambda('relay', 'IteratorAge'), [100, 60_000], [59_999], { raisedAfter: 5, overAfter: 1 }),
  'relay-far-behind': gauge(lambda('relay', 'IteratorAge'), 900_000, { raisedAfter: 1, overAfter: 1 }),
  'secret-unavailable': {
    trouble: (minute) => every(10, minute, [[own('SecretUnavailable'), [1]]]),
    raisedAfter: 1,
    overAfter: 10,
    spared: () => [[own('FirstAttemptsFailed'), [1]]],
  },
  'many-secrets-unavailable': {
    trouble: () => [[own('SecretUnavailable'), times(2, 1)]],
    raisedAfter: 3,
    overAfter: 8,
    spared: (minute) => every(5, minute, [[own('SecretUnavailable'), times(4, 1)]]),
  },
};
