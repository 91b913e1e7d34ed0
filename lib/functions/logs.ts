import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { logGroupPrefix } from '../../shared/names/stage-names.ts';
import type { StoredDataProps } from '../data/encryption-key.ts';
import { type DeployedFunction, FUNCTION_NAMES, ROLLOUT_CHECK } from '../rights.ts';
import { ACCESS_LOG, type StageSettings } from '../stages.ts';

/**
 * Returns the fixed name of a log group. With fixed names, the person on call finds a log by the function's name, and
 * no stack has to export the names.
 */
export const logGroupName = (stage: string, writer: DeployedFunction | typeof ACCESS_LOG) =>
  `${logGroupPrefix(stage)}/${writer}`;

type LogsProps = StoredDataProps & Pick<StageSettings, 'stage' | 'logRetentionDays'>;

/** The log groups are in the stateful stack, because logs must outlive functions and API. */
export class FunctionLogs extends Construct {
  constructor(scope: Construct, id: string, { stage, logRetentionDays, removalPolicy, encryptionKey }: LogsProps) {
    super(scope, id);
    for (const writer of [...FUNCTION_NAMES, ROLLOUT_CHECK, ACCESS_LOG] as const) {
      new LogGroup(this, writer, {
        logGroupName: logGroupName(stage, writer),
        retention: logRetentionDays,
        removalPolicy,
        ...(encryptionKey && { encryptionKey }),
      });
    }
  }
}
