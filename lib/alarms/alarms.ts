import { Duration, Stack } from 'aws-cdk-lib';
import {
  Alarm,
  type AlarmBase,
  AlarmRule,
  AlarmState,
  ComparisonOperator,
  CompositeAlarm,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Construct } from 'constructs';
import { headingAnchor, type Severity, writeDescription } from '../../shared/names/alarm-description.ts';
import { stagePrefix } from '../../shared/names/stage-names.ts';
import type { StageSettings } from '../stages.ts';
import type { StatefulStack } from '../stateful-stack.ts';
import { AccessLogMetrics } from './access-log-metrics.ts';
import { type AlarmRow, allDatapointsBreach, type CompositeRow, type Measured } from './alarm-row.ts';
import { HealthDashboard } from './dashboard.ts';
import { findWatchedResources } from './find-watched-resources.ts';
import { EXTENSION_SECONDS, INCIDENT_HEADING, INCIDENTS, type IncidentName, WAIT_SECONDS } from './incidents.ts';
import { timeSeriesOf } from './metrics.ts';
import { OnCall } from './on-call.ts';
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

interface Made {
  readonly row: AlarmRow | CompositeRow;
  readonly alarm: AlarmBase;
}

/**
 * Makes the dashboard, an alarm for each row of the alarm table, and an alarm for each incident. The alarm of an
 * incident combines the alarms that raise it. Only tickets and incidents notify somebody.
 */
export class Alarms extends Construct {
  readonly #prefix: string;
  readonly #onCall: OnCall;

  constructor(
    scope: Construct,
    id: string,
    { stage }: Pick<StageSettings, 'stage'>,
    onCall: NonNullable<StageSettings['onCall']>,
    data: StatefulStack,
  ) {
    super(scope, id);
    this.#prefix = stagePrefix(stage);
    this.#onCall = new OnCall(this, 'OnCall', onCall);
    const watched = findWatchedResources(Stack.of(this), stage, data);
    const made = ROWS.flatMap((rowsOf): (AlarmRow | CompositeRow)[] => rowsOf(watched)).map((row) => ({
      row,
      alarm: 'windows' in row ? this.#composite(row) : this.#alarm(row, descriptionOf(row)),
    }));
    for (const { row, alarm } of made) if ('severity' in row) this.#notifies('ticket', alarm);

    new AccessLogMetrics(this, 'AccessLogMetrics', stage);
    const incidents = this.#incidents(made);
    new HealthDashboard(this, 'Dashboard', { watched, incidents });
  }

  #incidents(made: readonly Made[]): CompositeAlarm[] {
    const api = this.#incident('api', made);
    const others = (['calls', 'events', 'receivers'] as const).map((name) => this.#incident(name, made, api));
    return [api, ...others];
  }

  #incident(name: IncidentName, made: readonly Made[], api?: CompositeAlarm): CompositeAlarm {
    const { impact, ...incident } = INCIDENTS[name];
    const parts = made.filter(({ row }) => 'incident' in row && row.incident === name);
    const alarm = new CompositeAlarm(this, idOf(name), {
      compositeAlarmName: `${this.#prefix}-${idOf(name)}`,
      alarmDescription: writeDescription({ severity: 'page', impact, runbookAnchor: headingAnchor(INCIDENT_HEADING) }),
      alarmRule: AlarmRule.anyOf(...parts.map((part) => AlarmRule.fromAlarm(part.alarm, AlarmState.ALARM))),
      ...('isPartOf' in incident && api && suppressedBy(api)),
    });
    this.#notifies('page', alarm);
    return alarm;
  }

  #composite(row: CompositeRow): CompositeAlarm {
    const ofWindow = writeDescription({
      severity: 'window',
      impact: `This alarm notifies nobody. It is one of two windows of ${row.id}.`,
      runbookAnchor: headingAnchor(row.heading),
    });
    const windows = row.windows.map((window) => this.#alarm(window, ofWindow));
    return new CompositeAlarm(this, row.id, {
      compositeAlarmName: `${this.#prefix}-${row.id}`,
      alarmDescription: descriptionOf(row),
      alarmRule: AlarmRule.allOf(...windows.map((window) => AlarmRule.fromAlarm(window, AlarmState.ALARM))),
    });
  }

  #alarm(row: Measured, alarmDescription: string): Alarm {
    const { breaching, of } = row.datapoints ?? allDatapointsBreach(1);
    return new Alarm(this, row.id, {
      alarmName: `${this.#prefix}-${row.id}`,
      alarmDescription,
      metric: timeSeriesOf(row),
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      threshold: row.threshold,
      evaluationPeriods: of,
      datapointsToAlarm: breaching,
      treatMissingData: row.missing === 'breaching' ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
  }

  /** Makes the alarm send a notification when it is raised, and another when it ends. */
  #notifies(severity: Severity, alarm: AlarmBase): void {
    const action = new SnsAction(this.#onCall.topics[severity]);
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
  }
}

const idOf = (incident: IncidentName) => `incident-${incident}`;

const suppressedBy = (actionsSuppressor: CompositeAlarm) => ({
  actionsSuppressor,
  actionsSuppressorWaitPeriod: Duration.seconds(WAIT_SECONDS),
  actionsSuppressorExtensionPeriod: Duration.seconds(EXTENSION_SECONDS),
});

function descriptionOf(row: AlarmRow | CompositeRow): string {
  const { impact, heading } = row;
  const text = { impact, runbookAnchor: headingAnchor(heading) };
  return writeDescription(
    'incident' in row ? { ...text, severity: 'part', incident: idOf(row.incident) } : { ...text, severity: 'ticket' },
  );
}
