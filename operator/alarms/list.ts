import { type CompositeAlarm, type MetricAlarm, paginateDescribeAlarms } from '@aws-sdk/client-cloudwatch';
import { ROLLOUT, readDescription, runbookLink } from '../../shared/names/alarm-description.ts';
import { ALARM_STATES, type Alarm } from '../console/protocol/command-values.ts';
import type { Target } from '../target.ts';

type State = Alarm['state'];
const SEVERITIES: readonly Alarm['severity'][] = ['page', 'part', 'ticket', null];

/** Returns the stage's alarms, in any state or in the given state. Leaves out alarms that only measure burn rates. */
async function describeAlarms(
  { cloudwatch, stackName }: Pick<Target, 'cloudwatch' | 'stackName'>,
  state?: State,
): Promise<(MetricAlarm | CompositeAlarm)[]> {
  const alarms: (MetricAlarm | CompositeAlarm)[] = [];
  // The names of a stage's alarms and stacks have the same prefix.
  const AlarmNamePrefix = stackName.replace(/service$/, '');
  const pages = paginateDescribeAlarms(
    { client: cloudwatch },
    { AlarmNamePrefix, AlarmTypes: ['MetricAlarm', 'CompositeAlarm'], StateValue: state },
  );
  for await (const { MetricAlarms = [], CompositeAlarms = [] } of pages)
    alarms.push(...MetricAlarms, ...CompositeAlarms);
  return alarms.filter(({ AlarmDescription = '' }) => readDescription(AlarmDescription)?.severity !== 'window');
}

/** Returns the stage's alarms without the alarms of `ROLLOUT`, which only end a rollout. */
export async function describeAlarmsOfService(target: Pick<Target, 'cloudwatch' | 'stackName'>, state?: State) {
  const alarms = await describeAlarms(target, state);
  return alarms.filter(({ AlarmName = '' }) => !AlarmName.startsWith(`${target.stackName}-${ROLLOUT}`));
}

/** Lists raised alarms first. Within a state, alarms that page come first, then parts, then tickets. */
export async function listAlarms(target: Target, state?: State): Promise<Alarm[]> {
  const rows = (await describeAlarms(target, state)).map(rowOfAlarm);
  return rows.sort((one, other) => rank(one) - rank(other) || (one.name < other.name ? -1 : 1));
}

function rowOfAlarm(alarm: MetricAlarm | CompositeAlarm): Alarm {
  const { AlarmName = '', AlarmDescription = '', StateReason = '', StateValue } = alarm;
  const since = alarm.StateTransitionedTimestamp ?? alarm.StateUpdatedTimestamp;
  return {
    name: AlarmName,
    state: StateValue ?? 'INSUFFICIENT_DATA',
    since: since?.toISOString() ?? null,
    ...fieldsInDescription(AlarmDescription),
    suppressor: suppressorOf(alarm),
    reason: StateReason,
  };
}

/** Returns the suppressor. Null in the wait period, because the alarm can still notify somebody afterwards. */
function suppressorOf(alarm: MetricAlarm | CompositeAlarm): string | null {
  if (!('ActionsSuppressedBy' in alarm) || alarm.ActionsSuppressedBy === 'WaitPeriod') return null;
  // CloudWatch describes the suppressor by its name or its ARN.
  return alarm.ActionsSuppressor?.replace(/^.*:/, '') ?? null;
}

function fieldsInDescription(description: string): Pick<Alarm, 'severity' | 'incident' | 'impact' | 'runbook'> {
  const told = readDescription(description);
  if (!told || told.severity === 'window')
    return { severity: null, incident: null, impact: description, runbook: null };
  const { severity, incident = null, impact, runbookAnchor } = told;
  return { severity, incident, impact, runbook: runbookLink(runbookAnchor) };
}

const rank = ({ state, severity }: Alarm) => ALARM_STATES.indexOf(state) * 10 + SEVERITIES.indexOf(severity);
