import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  ResourceNotFoundException,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import { TABLE } from '../../shared/names/table.ts';
import { listEntries } from '../audit/list.ts';
import { isoTime } from '../iso-time.ts';
import { operatorCommand, type Target } from '../target.ts';
import { VERIFIED_EVERY } from '../verify/verify.ts';
import { type Check, type CheckResult, failedResult, passedResult, REDEPLOY } from './check.ts';

const indexCheck = (name: string): Check => ({
  name: `table index ${name}`,
  run: (target) =>
    checkTable(target, ({ GlobalSecondaryIndexes = [] }) => {
      const index = GlobalSecondaryIndexes.find(({ IndexName }) => IndexName === name);
      return index ? activityResult(index.IndexStatus) : failedResult('does not exist', REDEPLOY);
    }),
});

export const TABLE_CHECKS: readonly Check[] = [
  { name: 'table', run: (target) => checkTable(target, ({ TableStatus }) => activityResult(TableStatus)) },
  {
    name: 'table stream',
    run: (target) =>
      checkTable(target, ({ StreamSpecification }) => {
        const { StreamEnabled = false, StreamViewType } = StreamSpecification ?? {};
        if (!StreamEnabled)
          return failedResult('the stream is off: only the sweep finds new deliveries, minutes late', REDEPLOY);
        if (StreamViewType === 'KEYS_ONLY') return passedResult();
        return failedResult(`the stream has the view type ${StreamViewType}: personal data leaves the table`, REDEPLOY);
      }),
  },
  indexCheck(TABLE.dueIndex.name),
  indexCheck(TABLE.partnerIndex.name),
  indexCheck(TABLE.undeliveredIndex.name),
  {
    name: 'table expiry',
    run: async ({ dynamodb, outputs }) => {
      const { TimeToLiveDescription: ttl } = await dynamodb.send(
        new DescribeTimeToLiveCommand({ TableName: outputs.TableName }),
      );
      const isOn = ttl?.TimeToLiveStatus === 'ENABLED' || ttl?.TimeToLiveStatus === 'ENABLING';
      if (isOn && ttl.AttributeName === TABLE.ttlAttribute) return passedResult();
      return failedResult(
        'expiry is off: expired calls, rate counts and idempotency keys stay in the table, although the service ignores them',
        REDEPLOY,
      );
    },
  },
  {
    name: 'table recovery',
    run: async ({ dynamodb, outputs }) => {
      const { ContinuousBackupsDescription: backups } = await dynamodb.send(
        new DescribeContinuousBackupsCommand({ TableName: outputs.TableName }),
      );
      const isOn = backups?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus === 'ENABLED';
      return isOn
        ? passedResult()
        : failedResult('recovery is off: the table cannot be restored to a point in time', REDEPLOY);
    },
  },
];

async function checkTable(
  { dynamodb, outputs }: Target,
  assess: (table: TableDescription) => CheckResult,
): Promise<CheckResult> {
  try {
    const { Table } = await dynamodb.send(new DescribeTableCommand({ TableName: outputs.TableName }));
    return assess(Table ?? {});
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
    return failedResult(`there is no table ${outputs.TableName}`, 'see "The table is lost" in docs/runbook.md');
  }
}

/**
 * Checks the status of the table or of an index. An engine that creates them without delay can report no status, which
 * counts as ACTIVE.
 */
const activityResult = (status = 'ACTIVE') =>
  status === 'ACTIVE'
    ? passedResult()
    : failedResult(`is ${status}`, 'wait until the status is ACTIVE, then run doctor again');

const DAY_MS = 86_400_000;
/**
 * After how many days without `verify` the check recommends a run. One day is added to the usual interval, because
 * `verify` takes time.
 */
const AT_LEAST_EVERY_DAYS = VERIFIED_EVERY.days + 1;
const READ_AT_MOST = 10_000;

/** Checks when the invariants of the table were last verified. */
export const VERIFY_CHECK: Check = {
  name: 'table verified',
  run: async (target) => {
    const sinceMs = target.nowMs() - AT_LEAST_EVERY_DAYS * DAY_MS;
    const { entries } = await listEntries(target, { sinceMs, limit: READ_AT_MOST });
    const last = entries.find(({ action, state }) => action === 'verify' && state !== 'started');
    if (last === undefined) {
      const command = operatorCommand(target, 'verify');
      return passedResult(
        `verify has not run in the last ${AT_LEAST_EVERY_DAYS} days; run ${command} ${VERIFIED_EVERY.words}`,
      );
    }
    const finding = `verify ran at ${isoTime(last.atMs)}: ${last.outcome}`;
    return last.state === 'done'
      ? passedResult(finding)
      : failedResult(finding, 'see "Data is damaged" in docs/runbook.md');
  },
};
