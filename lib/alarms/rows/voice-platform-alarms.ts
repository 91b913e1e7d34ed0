import { type AlarmRow, always, MINUTE } from '../row.ts';
import { ours, type Subjects } from '../subjects.ts';

/** Alarms on finished calls that the voice platform hands over in vain, or not at all. */
export const voicePlatformAlarms = ({ stage }: Subjects): AlarmRow[] => [
  {
    id: 'calls-refused',
    severity: 'ticket',
    impact: 'A partner misses a finished call, because the voice platform handed it over in a form that we refuse.',
    heading: 'Calls are refused',
    metrics: { rejected: ours(stage, 'callsRejected') },
    expression: 'FILL(rejected, 0)',
    periodSeconds: 5 * MINUTE,
    threshold: 1,
    datapoints: always(1),
  },
  {
    id: 'calls-refused-many',
    severity: 'page',
    impact: 'Partners miss one finished call in twenty or more, because we refuse them.',
    heading: 'Calls are refused',
    metrics: { rejected: ours(stage, 'callsRejected'), recorded: ours(stage, 'callsRecorded') },
    expression: 'IF(FILL(rejected, 0) >= 20, 100 * rejected / (rejected + FILL(recorded, 0)), 0)',
    periodSeconds: 15 * MINUTE,
    threshold: 5,
    datapoints: always(1),
  },
  {
    id: 'calls-stopped',
    severity: 'page',
    impact: 'Partners get no finished calls, although calls are answered.',
    heading: 'Calls are answered but not recorded',
    metrics: { lookedUp: ours(stage, 'callsLookedUp'), recorded: ours(stage, 'callsRecorded') },
    expression: 'IF(FILL(lookedUp, 0) >= 20 AND FILL(recorded, 0) == 0, 1, 0)',
    periodSeconds: 30 * MINUTE,
    threshold: 1,
    datapoints: always(1),
  },
];
