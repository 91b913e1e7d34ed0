import type { LongCommand } from '../protocol/jobs.ts';
import type { ValueFor } from './commands.ts';

interface Long<Name extends LongCommand> {
  /** Whether the command looks at whether it should stop. AWS itself carries out the others. */
  readonly isStoppable: boolean;
  /** Says what the command has done, from its value. */
  readonly sentenceOf: (value: ValueFor<Name>) => string;
}

const switching: Long<'mapping enable' | 'mapping disable'> = {
  isStoppable: false,
  sentenceOf: ({ name, state }) => `The mapping ${name} is ${state}.`,
};

/** What the console must know of the commands that it runs as jobs. */
export const LONG: { readonly [Name in LongCommand]: Long<Name> } = {
  'delivery replay': {
    isStoppable: true,
    sentenceOf: ({ matched, replayed }) => `${replayed} of ${matched} deliveries replayed.`,
  },
  'call delete': {
    isStoppable: true,
    sentenceOf: (value) =>
      'matched' in value ? `${value.deleted} of ${value.matched} calls deleted.` : 'The call is deleted.',
  },
  'partner delete': {
    isStoppable: false,
    sentenceOf: ({ lines, calls }) => `The partner is deleted. This run deleted ${lines} lines and ${calls} calls.`,
  },
  'dlq redrive': {
    isStoppable: false,
    sentenceOf: ({ matched, redriven }) =>
      matched === 0 ? 'No message had failed.' : `${redriven} of ${matched} messages redriven.`,
  },
  'mapping enable': switching,
  'mapping disable': switching,
};
