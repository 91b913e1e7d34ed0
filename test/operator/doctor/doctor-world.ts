import type { Target } from '../../../operator/target.ts';
import {
  type Asked,
  fakeCloudwatch,
  fakeDynamodb,
  fakeKms,
  fakeLambda,
  fakeSqs,
  type Responded,
  rejection,
} from '../fake-clients.ts';
import { operatorWorld } from '../operator-world.ts';

type Play = (asked: Asked) => Responded;
type Bodies = Readonly<Record<string, unknown>>;

/** Responds to each operation as a healthy stack does, except where the test changes the response. */
const playing =
  (healthy: Bodies, changed: Bodies): Play =>
  ({ operation }) => {
    const response = { ...healthy, ...changed }[operation];
    return response instanceof Error ? rejection(response.name, response.message) : { body: response ?? {} };
  };
/** Returns an error with which a service responds in a test. */
export const fault = (name: string, message = '') => Object.assign(new Error(message), { name });

export const activeIndex = (IndexName: string) => ({ IndexName, IndexStatus: 'ACTIVE' });
export const HEALTHY_TABLE = {
  TableStatus: 'ACTIVE',
  StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
  GlobalSecondaryIndexes: [activeIndex('due'), activeIndex('byPartner'), activeIndex('undelivered')],
};
const HEALTHY = {
  dynamodb: {
    DescribeTable: { Table: HEALTHY_TABLE },
    DescribeTimeToLive: {
      TimeToLiveDescription: { TimeToLiveStatus: 'ENABLED', AttributeName: 'expiresAtUnixSeconds' },
    },
    DescribeContinuousBackups: {
      ContinuousBackupsDescription: {
        ContinuousBackupsStatus: 'ENABLED',
        PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: 'ENABLED' },
      },
    },
  },
  kms: { DescribeKey: { KeyMetadata: { KeyId: 'key', KeyState: 'Enabled' } } },
  alarms: {
    DescribeAlarms: {
      MetricAlarms: [{ AlarmName: 'one', StateValue: 'OK', ActionsEnabled: true, AlarmActions: ['arn'] }],
    },
  },
};
const NOT_SERVED = { notServed: { reason: 'unknown' }, maxAgeSeconds: 60 };
const REJECTION = { refused: { message: 'No line has this id' } };

/** What differs from a healthy stack. */
export interface Stack {
  readonly dynamodb?: Bodies;
  readonly kms?: Bodies;
  readonly alarms?: Bodies;
  /** Attributes of queues, by the end of the queue's URL. */
  readonly queues?: Bodies;
  /** Responses by the end of the path: the name of a mapping or a function. */
  readonly lambda?: Bodies;
  readonly recordCall?: unknown;
  readonly lineForCall?: unknown;
  readonly parts?: Partial<Target>;
}

export const withSubscribers = (confirmed: number, pending: number): Stack => ({
  parts: { subscribersOf: async () => ({ confirmed, pending }) },
});

/** Runs the doctor on a stack that is healthy except for what the test changes. */
export async function doctor({ dynamodb = {}, kms = {}, alarms = {}, queues = {}, lambda = {}, ...world }: Stack = {}) {
  const lambdas: Play = ({ path }) => {
    const name = decodeURIComponent(path.split('/').findLast((part) => part !== 'invocations') ?? '');
    if (path.endsWith('/invocations')) {
      const body = name === 'line-for-call' ? (world.lineForCall ?? NOT_SERVED) : (world.recordCall ?? REJECTION);
      return { body };
    }
    const response = lambda[name];
    if (response instanceof Error) return { ...rejection(response.name, response.message), status: 404 };
    const healthy = path.includes('/event-source-mappings/')
      ? { State: 'Enabled' }
      : { Configuration: { State: 'Active' } };
    return { body: response ?? healthy };
  };
  const attributes: Play = ({ body }) => {
    const name = JSON.stringify(body).match(/\/([a-z-]+)"/)?.[1] ?? '';
    const response = queues[name];
    if (response instanceof Error) return rejection(response.name, response.message);
    return { body: { Attributes: response ?? { RedrivePolicy: '{}', ApproximateNumberOfMessages: '0' } } };
  };
  const { run } = await operatorWorld({
    parts: {
      choice: { data: '.local', stack: 'partner-lines-prod-service' },
      keepsData: true,
      dynamodb: fakeDynamodb(playing(HEALTHY.dynamodb, dynamodb)),
      kms: fakeKms(playing(HEALTHY.kms, kms)),
      cloudwatch: fakeCloudwatch(playing(HEALTHY.alarms, alarms)),
      lambda: fakeLambda(lambdas),
      sqs: fakeSqs(attributes),
      ...world.parts,
    },
  });
  const { code, out, err } = await run('--json', 'doctor');
  const findings: { check: string; ok: boolean; finding?: string; todo?: string }[] = JSON.parse(out);
  return { code, err, findings, bad: findings.filter(({ ok }) => !ok) };
}
