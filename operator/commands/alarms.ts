import * as z from 'zod';
import { type ListedAlarm, listAlarms, STATES } from '../alarms/list.ts';
import { command } from '../command.ts';

export const ALARM_COMMANDS = [
  command({
    noun: 'alarms',
    summary: 'List alarms: which are raised, what partners notice, and which heading of the runbook to open',
    options: z.object({ state: z.enum(STATES).optional().describe(STATES.join(', ')) }),
    reads: async (target, { state }) => {
      const alarms = await listAlarms(target, state);
      return { value: alarms, readable: state === undefined ? forPeople(alarms) : [alarms.map(withoutReason)] };
    },
  }),
];

/** Shows raised alarms only. Nobody needs to see every alarm that is in order. */
function forPeople(alarms: readonly ListedAlarm[]): readonly unknown[] {
  const [raised, others] = [alarms.filter(isRaised), alarms.filter((alarm) => !isRaised(alarm))];
  const rest = `Alarms that are not raised: ${others.length}. To list the alarms in state OK, add --state OK.`;
  return raised.length === 0 ? [rest] : [raised.map(withoutReason), rest];
}

const isRaised = ({ state }: ListedAlarm) => state === 'ALARM';
/** Leaves out `reason`, which has the values that decided the state: it is for tools, and for people who add --json. */
const withoutReason = ({ reason: _, ...alarm }: ListedAlarm) => alarm;
