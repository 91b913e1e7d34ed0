import {
  CloudWatchClient,
  DeleteAlarmsCommand,
  DescribeAlarmsCommand,
  type DescribeAlarmsCommandInput,
  paginateDescribeAlarms,
} from '@aws-sdk/client-cloudwatch';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AlarmStateSince } from '../../../../local/aws/cloudwatch/alarm-states.ts';
import type { AlarmStateName } from '../../../../local/aws/cloudwatch/alarms/alarm.ts';
import { startCloudwatch } from '../../../../local/aws/cloudwatch/api.ts';
import { metricHistory } from '../../../../local/aws/cloudwatch/metric-history.ts';
import type { LoopbackService } from '../../../../local/aws/http/json-service.ts';
import { TEST_ACCESS, testSettings } from '../../../support/access.ts';
import { anAlarm } from './an-alarm.ts';

const described = {
  description: 'PAGE: Late. Runbook: docs/runbook.md#late',
  severity: 'page',
  runbookAnchor: 'late',
  actions: ['arn:aws:sns:eu-west-1:000000000000:page'],
} as const;
const SINCE_MS = 1_795_297_097_500;

const metricAlarm = (name: string, state: AlarmStateName): AlarmStateSince => ({
  alarm: anAlarm({ name, ...described, threshold: 3, evaluationPeriods: 3, datapointsToAlarm: 2 }),
  state,
  reason: '2 of 3',
  sinceMs: SINCE_MS,
});
const composite: AlarmStateSince = {
  alarm: { kind: 'composite', name: 'stage-health', ...described, rule: 'ALARM("stage-one")' },
  state: 'ALARM',
  reason: 'raised: stage-one',
  sinceMs: SINCE_MS,
};

describe('the CloudWatch emulator', () => {
  const states: AlarmStateSince[] = [metricAlarm('stage-one', 'ALARM'), metricAlarm('stage-two', 'OK'), composite];
  let service: LoopbackService;
  let cloudwatch: CloudWatchClient;
  beforeAll(async () => {
    service = await startCloudwatch({
      accessKeyId: TEST_ACCESS.accessKeyId,
      alarms: { now: async () => states },
      history: metricHistory(),
    });
    cloudwatch = new CloudWatchClient({ ...testSettings(service.endpoint), maxAttempts: 1 });
  });
  afterAll(async () => {
    cloudwatch.destroy();
    await service.close();
  });
  const names = async (input: DescribeAlarmsCommandInput) => {
    const { MetricAlarms = [], CompositeAlarms = [] } = await cloudwatch.send(new DescribeAlarmsCommand(input));
    return [...MetricAlarms, ...CompositeAlarms].map(({ AlarmName }) => AlarmName);
  };

  it('the CloudWatch emulator describes an alarm with its state, reason and time of the last change', async () => {
    const { MetricAlarms } = await cloudwatch.send(new DescribeAlarmsCommand({ AlarmNames: ['stage-one'] }));
    expect(MetricAlarms).toMatchObject([
      {
        AlarmName: 'stage-one',
        AlarmArn: 'arn:aws:cloudwatch:eu-west-1:000000000000:alarm:stage-one',
        AlarmDescription: described.description,
        StateValue: 'ALARM',
        StateReason: '2 of 3',
        StateTransitionedTimestamp: new Date(SINCE_MS),
        Threshold: 3,
        DatapointsToAlarm: 2,
        ActionsEnabled: true,
        AlarmActions: described.actions,
      },
    ]);
  });

  it('the CloudWatch emulator returns composite alarms only if the request asks for that type', async () => {
    expect(await names({})).toEqual(['stage-one', 'stage-two']);
    expect(await names({ AlarmTypes: ['CompositeAlarm'] })).toEqual(['stage-health']);
  });

  it.each([
    [{ AlarmNamePrefix: 'stage-t' }, ['stage-two']],
    [{ AlarmNamePrefix: 'other' }, []],
    [{ StateValue: 'ALARM' }, ['stage-one']],
    [{ AlarmNames: ['stage-two', 'nobody'] }, ['stage-two']],
  ] satisfies [DescribeAlarmsCommandInput, string[]][])(
    'the CloudWatch emulator filters alarms by %j',
    async (input, found) => {
      expect(await names(input)).toEqual(found);
    },
  );

  it('the CloudWatch emulator returns a list of alarms in pages', async () => {
    const pages = paginateDescribeAlarms(
      { client: cloudwatch, pageSize: 1 },
      { AlarmTypes: ['MetricAlarm', 'CompositeAlarm'] },
    );
    const found: (string | undefined)[][] = [];
    for await (const { MetricAlarms = [], CompositeAlarms = [] } of pages) {
      found.push([...MetricAlarms, ...CompositeAlarms].map(({ AlarmName }) => AlarmName));
    }
    expect(found).toEqual([['stage-one'], ['stage-two'], ['stage-health']]);
    await expect(names({ NextToken: 'made up' })).rejects.toMatchObject({ name: 'InvalidNextToken' });
  });

  it('the CloudWatch emulator rejects the unsupported request DeleteAlarms', async () => {
    const deletion = cloudwatch.send(new DeleteAlarmsCommand({ AlarmNames: ['stage-one'] }));
    await expect(deletion).rejects.toMatchObject({ name: 'UnknownOperationException' });
  });
});
