import { Stack } from 'aws-cdk-lib';
import {
  Alarm,
  AlarmRule,
  AlarmState,
  ComparisonOperator,
  CompositeAlarm,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Construct } from 'constructs';
import { writeDescription } from '../../shared/names/alarm-description.ts';
import type { StageSettings } from '../stages.ts';
import type { StatefulStack } from '../stateful-stack.ts';
import { HealthDashboard } from './dashboard.ts';
import { findSubjects } from './find-subjects.ts';
import { timeSeriesOf } from './metrics.ts';
import { OnCall } from './on-call.ts';
import { type AlarmRow, anchorOf, type CompositeRow, type Measured } from './row.ts';
import { apiAlarms } from './rows/api-alarms.ts';
import { deliveryAlarms } from './rows/delivery-alarms.ts';
import { functionAlarms } from './rows/function-alarms.ts';
import { objectiveAlarms } from './rows/objective-alarms.ts';
import { partnerAlarms } from './rows/partner-alarms.ts';
import { queueAlarms } from './rows/queue-alarms.ts';
import { tableAlarms } from './rows/table-alarms.ts';
import { voicePlatformAlarms } from './rows/voice-platform-alarms.ts';

const ROWS = [
  apiAlarms,
  voicePlatformAlarms,
  deliveryAlarms,
  partnerAlarms,
  queueAlarms,
  functionAlarms,
  tableAlarms,
  objectiveAlarms,
];

/** Raised while any alarm that pages is raised. */
const SERVICE_HEALTH = {
  id: 'service-health',
  severity: 'page',
  impact: 'Partners are affected: at least one alarm that pages is raised.',
  heading: 'Service health',
} as const;

/**
 * Makes an alarm from every row of the alarm table, one composite alarm over all alarms that page, and the dashboard.
 */
export class Alarms extends Construct {
  constructor(scope: Construct, id: string, { stage, onCall }: StageSettings, data: StatefulStack) {
    super(scope, id);
    const prefix = `partner-lines-${stage}`;
    const subjects = findSubjects(Stack.of(this), stage, data);
    const told = onCall && new OnCall(this, 'OnCall', onCall);
    const made = ROWS.flatMap((rowsOf): (AlarmRow | CompositeRow)[] => rowsOf(subjects)).map((row) => {
      const alarm = 'parts' in row ? this.#composite(row, prefix) : this.#alarm(row, prefix, describe(row));
      const action = told && new SnsAction(told.topics[row.severity]);
      if (action) {
        alarm.addAlarmAction(action);
        // The alarm also sends a notification when it ends.
        alarm.addOkAction(action);
      }
      return { row, alarm };
    });

    const pages = made.filter(({ row }) => row.severity === 'page').map(({ alarm }) => alarm);
    // The composite alarm notifies nobody, because each of its alarms already does.
    const health = new CompositeAlarm(this, SERVICE_HEALTH.id, {
      compositeAlarmName: `${prefix}-${SERVICE_HEALTH.id}`,
      alarmDescription: describe(SERVICE_HEALTH),
      alarmRule: AlarmRule.anyOf(...pages.map((page) => AlarmRule.fromAlarm(page, AlarmState.ALARM))),
    });
    // A dashboard's name must be unique in the whole account, across all regions.
    const name = `${prefix}-${Stack.of(this).region}`;
    new HealthDashboard(this, 'Dashboard', { name, subjects, health, pages });
  }

  #composite(row: CompositeRow, prefix: string): CompositeAlarm {
    const ofPart = writeDescription({
      severity: 'part',
      impact: `This alarm notifies nobody. It is a part of ${row.id}.`,
      runbookAnchor: anchorOf(row.heading),
    });
    const parts = row.parts.map((part) => this.#alarm(part, prefix, ofPart));
    return new CompositeAlarm(this, row.id, {
      compositeAlarmName: `${prefix}-${row.id}`,
      alarmDescription: describe(row),
      alarmRule: AlarmRule.allOf(...parts.map((part) => AlarmRule.fromAlarm(part, AlarmState.ALARM))),
    });
  }

  #alarm(row: Measured, prefix: string, alarmDescription: string): Alarm {
    return new Alarm(this, row.id, {
      alarmName: `${prefix}-${row.id}`,
      alarmDescription,
      metric: timeSeriesOf(row),
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      threshold: row.threshold,
      evaluationPeriods: row.datapoints.of,
      datapointsToAlarm: row.datapoints.breaching,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
  }
}

const describe = ({ severity, impact, heading }: Pick<AlarmRow, 'severity' | 'impact' | 'heading'>) =>
  writeDescription({ severity, impact, runbookAnchor: anchorOf(heading) });
