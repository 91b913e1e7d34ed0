import type { Course } from './course.ts';
import { own, times } from './minutes.ts';

export const voicePlatformCourses: Record<string, Course> = {
  'calls-refused': {
    trouble: (minute) => (minute === 0 ? [[own('CallsRefused'), [1]]] : []),
    raisedAfter: 1,
    overAfter: 5,
    spared: () => [[own('CallsRecorded'), times(100, 1)]],
  },
  'calls-refused-many': {
    trouble: () => [[own('CallsRefused'), [1, 1]]],
    raisedAfter: 10,
    overAfter: 6,
    // Thirty calls in fifteen minutes, but fewer than one call in twenty.
    spared: () => [
      [own('CallsRefused'), [1, 1]],
      [own('CallsRecorded'), times(39, 1)],
    ],
  },
  'calls-stopped': {
    trouble: () => [[own('CallsRecorded'), []]],
    raisedAfter: 30,
    overAfter: 1,
    spared: (minute) => [[own('CallsRecorded'), minute % 30 === 0 ? [1] : []]],
  },
};
