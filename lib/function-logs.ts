import type { RemovalPolicy } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { FUNCTION_NAMES, type FunctionName } from './rights.ts';

/** Named, so that on-call finds a log by the function's name and no stack has to export thirty of them. */
export const logGroupName = (stage: string, action: FunctionName) => `/partner-lines/${stage}/${action}`;

interface FunctionLogsProps {
  readonly stage: string;
  readonly retentionDays: number;
  readonly removalPolicy: RemovalPolicy;
}

/** One log group per function; with the data, because logs must outlive the functions that wrote them. */
export class FunctionLogs extends Construct {
  constructor(scope: Construct, id: string, { stage, retentionDays, removalPolicy }: FunctionLogsProps) {
    super(scope, id);
    for (const action of FUNCTION_NAMES) {
      new LogGroup(this, action, {
        logGroupName: logGroupName(stage, action),
        retention: retentionDays,
        removalPolicy,
      });
    }
  }
}
