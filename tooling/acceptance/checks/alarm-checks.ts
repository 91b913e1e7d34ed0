import { describedAlarms } from '../../../operator/alarms/list.ts';
import type { Target } from '../../../operator/target.ts';
import { readDescription } from '../../../shared/names/alarm-description.ts';
import { type Check, ok, skipped, Unmet } from '../check.ts';
import type { Stage } from '../world.ts';

const NOBODY_ON_CALL = 'nobody is on call for this stage, so it has no alarms';

export interface Asks {
  readonly target: Pick<Target, 'cloudwatch' | 'stackName'>;
  readonly stage: Pick<Stage, 'settings' | 'subscribersOf'> | undefined;
}

/** Checks whether a fault of the service notifies a person. */
export const ALARM_CHECKS: readonly Check<Asks>[] = [
  {
    name: 'every alarm notifies somebody',
    async run({ target, stage }) {
      // This check does not skip the local service, which has the alarms of a stage with somebody on call.
      if (stage && stage.settings.onCall === undefined) return skipped(NOBODY_ON_CALL);
      const alarms = (await alarmsOfStage(target)).filter(shouldNotify);
      if (alarms.length === 0) throw new Unmet('the stage has no alarms');
      const silent = alarms.filter(({ AlarmActions = [], ActionsEnabled }) => !ActionsEnabled || !AlarmActions.length);
      if (silent.length === 0) return ok(`${alarms.length} alarms`);
      throw new Unmet(`these alarms notify nobody: ${silent.map(({ AlarmName }) => AlarmName).join(', ')}`);
    },
  },
  {
    name: 'every alarm has data',
    async run({ target, stage }) {
      if (stage === undefined) return skipped('the local service has data as soon as it has traffic');
      if (stage.settings.onCall === undefined) return skipped(NOBODY_ON_CALL);
      const blind = (await alarmsOfStage(target, 'INSUFFICIENT_DATA')).map(({ AlarmName }) => AlarmName);
      if (blind.length === 0) return ok('none is INSUFFICIENT_DATA');
      throw new Unmet(`without data, so run this again in ten minutes: ${blind.join(', ')}`);
    },
  },
  {
    name: 'the subscribers of alarms have confirmed',
    async run({ target, stage }) {
      if (stage === undefined) return skipped('the local service has none');
      if (stage.settings.onCall === undefined) return skipped(NOBODY_ON_CALL);
      const topics = new Set((await alarmsOfStage(target)).flatMap(({ AlarmActions = [] }) => AlarmActions));
      const counts: string[] = [];
      for (const topicArn of topics) {
        const subscribers = await stage.subscribersOf(topicArn);
        const pending = subscribers.filter(({ isConfirmed }) => !isConfirmed);
        if (pending.length > 0) throw new Unmet(`${pending.length} subscribers of ${topicArn} have not confirmed`);
        if (subscribers.length === 0) throw new Unmet(`${topicArn} has no subscriber`);
        counts.push(`${topicArn}: ${subscribers.length}`);
      }
      return ok(counts.join(', '));
    },
  },
];

/** Returns the alarms of the stage, without those that only end a rollout. */
async function alarmsOfStage(target: Asks['target'], state?: 'INSUFFICIENT_DATA') {
  const alarms = await describedAlarms(target, state);
  return alarms.filter(({ AlarmDescription = '' }) => readDescription(AlarmDescription) !== undefined);
}

/** Reports whether an alarm should notify somebody. A part of an incident does not. */
const shouldNotify = ({ AlarmDescription = '' }: { readonly AlarmDescription?: string | undefined }) =>
  readDescription(AlarmDescription)?.severity !== 'part';
