import { RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { AccountLogRole } from './account-log-role.ts';
import { DataKey } from './data-key.ts';
import { DataTable } from './data-table.ts';
import { DeliveryQueues } from './delivery-queues.ts';
import { FunctionLogs } from './function-logs.ts';
import type { StageSettings } from './stages.ts';

/** What must survive every deployment of the service: table, queues, keys and logs. */
export class StatefulStack extends Stack {
  readonly table: DataTable;
  readonly queues: DeliveryQueues;
  /** Encrypts the partners' signing secrets, each under its partner's id. */
  readonly secretsKey: Key;

  constructor(scope: Construct, id: string, settings: StageSettings, props?: StackProps) {
    const { keepsData, ownsKey, setsAccountLogRole, stage, logRetentionDays } = settings;
    super(scope, id, props);
    const removalPolicy = keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
    const encryptionKey = ownsKey ? new DataKey(this, 'DataKey', { stage, removalPolicy }) : undefined;

    this.table = new DataTable(this, 'Table', { keepsData, encryptionKey });
    this.queues = new DeliveryQueues(this, 'Queues', { removalPolicy, encryptionKey });
    this.secretsKey = new Key(this, 'SecretsKey', {
      description: `Signing secrets of partner-lines ${stage}`,
      enableKeyRotation: true,
      removalPolicy,
    });
    new FunctionLogs(this, 'Logs', { stage, retentionDays: logRetentionDays, removalPolicy, encryptionKey });
    if (setsAccountLogRole) new AccountLogRole(this, 'AccountLogRole');
  }
}
