import * as z from 'zod';
import { listAlarms } from '../alarms/list.ts';
import { defineCommand } from '../command.ts';
import { ALARM_STATES, type Alarm } from '../console/protocol/command-values.ts';

export const ALARM_COMMANDS = {
  alarms: defineCommand({
    summary: 'List the alarms, what partners notice, and which heading of the runbook to open',
    options: z.object({ state: z.enum(ALARM_STATES).optional().describe(ALARM_STATES.join(', ')) }),
    reads: async (target, { state }) => {
      const alarms = await listAlarms(target, state);
      return { value: alarms, readable: state === undefined ? raisedAlarmsTable(alarms) : [alarms.map(withoutReason)] };
    },
  }),
};

/** Lists the raised alarms, and only counts the others. */
function raisedAlarmsTable(alarms: readonly Alarm[]): readonly unknown[] {
  const [raised, others] = [alarms.filter(isRaised), alarms.filter((alarm) => !isRaised(alarm))];
  const rest = `Alarms that are not raised: ${others.length}. To list the alarms in state OK, add --state OK.`;
  return raised.length === 0 ? [rest] : [raised.map(withoutReason), rest];
}

const isRaised = ({ state }: Alarm) => state === 'ALARM';
/** Leaves out `reason` (the values that decided the alarm's state), which only the option --json prints. */
const withoutReason = ({ reason: _, severity, incident, suppressor, ...alarm }: Alarm) => {
  const { name, state, since, ...text } = alarm;
  const whole = suppressor ?? incident;
  return { name, state, since, severity: whole === null ? severity : `part of ${whole}`, ...text };
};
