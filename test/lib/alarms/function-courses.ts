import { type Course, every, gauge, once, samples } from './course.ts';
import { lambda, own, times } from './minutes.ts';

/**
 * 80 % of each function's timeout, with two exceptions: the sweep stops by itself ten seconds before its two
 * minutes end, and deliver-webhook five seconds before its minute ends.
 */
const TOO_LONG_MS: Readonly<Record<string, number>> = {
  authorizer: 4_000,
  'line-for-call': 4_000,
  relay: 24_000,
  intake: 24_000,
  'deliver-webhook': 57_500,
  sweep: 115_000,
  probe: 8_000,
  'check-version': 720_000,
};
const TOO_LONG_FOR_OTHERS_MS = 12_000;
const RARE = ['sweep', 'record-call', 'check-version'];

export const functionCourses = (name: string): Record<string, Course> => {
  const tooLongMs = TOO_LONG_MS[name] ?? TOO_LONG_FOR_OTHERS_MS;
  const isFirstInLine = name === 'authorizer' || name === 'relay';
  return {
    [`fault-${name}`]: {
      trouble: () => [[own('UnhandledError', { function: name }), [1]]],
      raisedAfter: 1,
      overAfter: 10,
      spared: () => [[own('UnhandledError', { function: 'another' }), [1]]],
    },
    ...(name === 'relay' || name === 'deliver-webhook' ? manyFaults(name) : {}),
    [`errors-${name}`]: RARE.includes(name) ? rareFailures(name) : manyFailures(name),
    [`throttles-${name}`]: {
      trouble: () => [[lambda(name, 'Throttles'), [1]]],
      raisedAfter: isFirstInLine ? 2 : 5,
      overAfter: 1,
      spared: (minute) => [[lambda(name, 'Throttles'), minute % (isFirstInLine ? 2 : 5) === 0 ? [0] : [9]]],
    },
    [`duration-${name}`]: gauge(lambda(name, 'Duration'), tooLongMs, { raisedAfter: 11, overAfter: 5 }),
  };
};

const manyFaults = (name: string): Record<string, Course> => ({
  [`many-faults-${name}`]: {
    trouble: () => [[own('UnhandledError', { function: name }), times(4, 1)]],
    raisedAfter: 3,
    overAfter: 8,
    spared: (minute) => every(5, minute, [[own('UnhandledError', { function: name }), times(9, 1)]]),
  },
});

const manyFailures = (name: string) =>
  samples(lambda(name, 'Errors'), [1, 1, 1, 0], [1, 1, 0, 0], { raisedAfter: 2, overAfter: 2 });

/** Trouble: runs five minutes apart fail one after another. Spared: a single run fails. */
const rareFailures = (name: string): Course => ({
  trouble: (minute) => every(5, minute, [[lambda(name, 'Errors'), [1]]]),
  raisedAfter: 6,
  overAfter: 10,
  spared: (minute) => once(minute, [[lambda(name, 'Errors'), [1]]]),
});
