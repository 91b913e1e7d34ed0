import type { LongCommand } from '../protocol/jobs.ts';
import { mapping, redriven, replayed } from '../protocol/values.ts';

interface Long {
  /** Whether the command looks at whether it should stop. AWS itself carries out the others. */
  readonly isStoppable: boolean;
  /** Says what the command has done, from its value. */
  readonly sentenceOf: (value: unknown) => string;
}

const switching: Long = {
  isStoppable: false,
  sentenceOf: (value) => {
    const { name, state } = mapping.parse(value);
    return `The mapping ${name} is ${state}.`;
  },
};

/** What the console must know of the commands that it runs as jobs. */
export const LONG: Readonly<Record<LongCommand, Long>> = {
  'delivery replay': {
    isStoppable: true,
    sentenceOf: (value) => {
      const { matched, replayed: sent } = replayed.parse(value);
      return `${sent} of ${matched} deliveries replayed.`;
    },
  },
  'dlq redrive': {
    isStoppable: false,
    sentenceOf: (value) => {
      const { matched, redriven: again } = redriven.parse(value);
      return matched === 0 ? 'No message had failed.' : `${again} of ${matched} messages redriven.`;
    },
  },
  'mapping enable': switching,
  'mapping disable': switching,
};
