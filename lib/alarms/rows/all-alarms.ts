import type { AlarmRow } from '../row.ts';
import type { Subjects } from '../subjects.ts';
import { apiAlarms } from './api-alarms.ts';
import { deliveryAlarms } from './delivery-alarms.ts';
import { functionAlarms } from './function-alarms.ts';
import { queueAlarms } from './queue-alarms.ts';
import { tableAlarms } from './table-alarms.ts';

/** Every alarm of a stage but the one that sums them up. */
export const alarmTable = (subjects: Subjects): AlarmRow[] =>
  [apiAlarms, deliveryAlarms, queueAlarms, functionAlarms, tableAlarms].flatMap((alarms) => alarms(subjects));

/** Raised while any page is: partners are harmed. */
export const SERVICE_HEALTH = {
  id: 'service-health',
  severity: 'page',
  impact: 'Partners are affected: at least one alarm that pages is raised.',
  heading: 'Service health',
} as const;
