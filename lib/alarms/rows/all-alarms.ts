import type { AlarmRow } from '../row.ts';
import type { Subjects } from '../subjects.ts';
import { apiAlarms } from './api-alarms.ts';
import { deliveryAlarms } from './delivery-alarms.ts';
import { functionAlarms } from './function-alarms.ts';
import { partnerAlarms } from './partner-alarms.ts';
import { queueAlarms } from './queue-alarms.ts';
import { tableAlarms } from './table-alarms.ts';

/** Returns the rows of all alarms of a stage, except the composite one. */
export const alarmTable = (subjects: Subjects): AlarmRow[] =>
  [apiAlarms, deliveryAlarms, partnerAlarms, queueAlarms, functionAlarms, tableAlarms].flatMap((alarms) =>
    alarms(subjects),
  );

/** Raised while any alarm that pages is raised. */
export const SERVICE_HEALTH = {
  id: 'service-health',
  severity: 'page',
  impact: 'Partners are affected: at least one alarm that pages is raised.',
  heading: 'Service health',
} as const;
