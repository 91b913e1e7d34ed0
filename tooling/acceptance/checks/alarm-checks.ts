import { describeAlarmsOfService } from '../../../operator/alarms/list.ts';
import type { Target } from '../../../operator/target.ts';
import { readDescription } from '../../../shared/names/alarm-description.ts';
import { type Check, ok, skipped, Unmet } from '../check.ts';
import type { Stage } from '../test-partner.ts';

const NOBODY_ON_CALL = 'nobody is on call for this stage, so it has no alarms that notify';

export interface Asks {
  readonly target: Pick<Target, 'cloudwatch' | 'stackName'>;
  readonly stage: Pick<Stage, 'settings' | 'subscribersOf'> | undefined;
}

/** Checks whether alarms have data and notify somebody. */
export const ALARM_CHECKS: readonly Check<Asks>[] = [
  {
    name: 'every page and ticket notifies somebody',
    async run({ target, stage }) {
      // The local service is checked, too: it has the alarms of a stage with the setting `onCall`.
      if (stage && stage.settings.onCall === undefined) return skipped(NOBODY_ON_CALL);
      const alarms = (await describeAlarmsOfService(target)).filter(shouldNotify);
      if (alarms.length === 0) throw new Unmet('the stage has no alarms that notify');
      const silent = alarms.filter(({ AlarmActions = [], ActionsEnabled }) => !ActionsEnabled || !AlarmActions.length);
      if (silent.length === 0) return ok(`${alarms.length} alarms`);
      throw new Unmet(`these alarms notify nobody: ${silent.map(({ AlarmName }) => AlarmName).join(', ')}`);
    },
  },
  {
    name: 'every alarm has data',
    async run({ target, stage }) {
      if (stage === undefined) return skipped('alarms of the local service have data as soon as there is traffic');
      if (stage.settings.onCall === undefined) return skipped(NOBODY_ON_CALL);
      const blind = (await describeAlarmsOfService(target, 'INSUFFICIENT_DATA')).map(({ AlarmName }) => AlarmName);
      if (blind.length === 0) return ok('no alarm is INSUFFICIENT_DATA');
      throw new Unmet(`these alarms have no data, so run the command again in ten minutes: ${blind.join(', ')}`);
    },
  },
  {
    name: 'the subscribers of alarms have confirmed their subscriptions',
    async run({ target, stage }) {
      if (stage === undefined) return skipped('the local service has no subscribers');
      if (stage.settings.onCall === undefined) return skipped(NOBODY_ON_CALL);
      const topics = new Set((await describeAlarmsOfService(target)).flatMap(({ AlarmActions = [] }) => AlarmActions));
      const counts: string[] = [];
      for (const topicArn of topics) {
        const subscribers = await stage.subscribersOf(topicArn);
        const pending = subscribers.filter(({ isConfirmed }) => !isConfirmed);
        if (pending.length > 0)
          throw new Unmet(`${pending.length} subscribers of ${topicArn} have not confirmed the subscription`);
        if (subscribers.length === 0) throw new Unmet(`${topicArn} has no subscriber`);
        counts.push(`${topicArn}: ${subscribers.length}`);
      }
      return ok(counts.join(', '));
    },
  },
];

/** Reports whether an alarm should notify somebody. A part sends no notification, because its incident sends one. */
function shouldNotify({ AlarmDescription = '' }: { readonly AlarmDescription?: string | undefined }): boolean {
  const severity = readDescription(AlarmDescription)?.severity;
  return severity === 'page' || severity === 'ticket';
}
