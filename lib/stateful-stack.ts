import { CfnOutput, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { AccountLogRole } from './api/account-log-role.ts';
import { DataKey } from './data/encryption-key.ts';
import { DataTable } from './data/table.ts';
import { NoticesTopic } from './delivery/notices.ts';
import { DeliveryQueues } from './delivery/queues.ts';
import { FunctionLogs } from './functions/logs.ts';
import type { StageSettings } from './stages.ts';
import { IntakeQueues } from './voice-platform/intake-queues.ts';

/**
 * How a stage keeps its data: by removal policies, and by protection of the stack and the table. If the creation of the
 * stack fails, CloudFormation deletes the log groups, the queues, the topic and the secrets key, so that the creation
 * can be retried. The table and its key stay, because the table's deletion protection would stop the rollback (ADR 20).
 */
const KEPT = {
  ofTable: RemovalPolicy.RETAIN,
  ofTheRest: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  isProtected: true,
} as const;
const DESTROYED = { ofTable: RemovalPolicy.DESTROY, ofTheRest: RemovalPolicy.DESTROY, isProtected: false } as const;

/** The stack that survives every deployment of the service: table, queues, topic, keys and logs. */
export class StatefulStack extends Stack {
  readonly table: DataTable;
  readonly queues: DeliveryQueues;
  readonly intake: IntakeQueues;
  /** The topic of notices about partners whose receivers fail or work again. */
  readonly notices: NoticesTopic;
  /** The key that encrypts the partners' signing secrets, each with its partner's id as context. */
  readonly secretsKey: Key;

  constructor(scope: Construct, id: string, settings: StageSettings, props?: StackProps) {
    const { keepsData, ownsKey, setsAccountLogRole, stage, logRetentionDays } = settings;
    const { ofTable, ofTheRest, isProtected } = keepsData ? KEPT : DESTROYED;
    // Only this stack can have termination protection. cdk protects a stack before its creation ends, and a protected
    // service stack whose creation failed could be neither deleted nor retried (ADR 20).
    super(scope, id, { ...props, terminationProtection: isProtected });
    const encryptionKey = ownsKey ? new DataKey(this, 'DataKey', { stage, removalPolicy: ofTable }) : undefined;

    this.table = new DataTable(this, 'Table', { isProtected, removalPolicy: ofTable, encryptionKey });
    this.queues = new DeliveryQueues(this, 'Queues', { removalPolicy: ofTheRest, encryptionKey });
    this.intake = new IntakeQueues(this, 'Intake', { removalPolicy: ofTheRest, voicePlatform: settings.voicePlatform });
    this.notices = new NoticesTopic(this, 'PartnerNotices', { stage, removalPolicy: ofTheRest, encryptionKey });
    this.secretsKey = new Key(this, 'SecretsKey', {
      description: `Signing secrets of partner-lines ${stage}`,
      enableKeyRotation: true,
      removalPolicy: ofTheRest,
    });
    new FunctionLogs(this, 'Logs', { stage, logRetentionDays, removalPolicy: ofTheRest, encryptionKey });
    this.#exportAll();
    // In this stack, the output still exists when the service stack, which has the other outputs, is deleted.
    new CfnOutput(this, 'KeepsData', { value: String(keepsData) });
    if (setsAccountLogRole) new AccountLogRole(this, 'AccountLogRole');
  }

  /**
   * Exports everything that the service stack may import. CDK alone would export only what is imported now. Then a
   * release that stops importing a value would drop its export, which CloudFormation rejects while the deployed service
   * stack uses it. Also, no earlier service stack could be deployed on top of this stack (ADR 54).
   */
  #exportAll(): void {
    const { table, queues, intake, notices, secretsKey } = this;
    const all = [...queues.all, ...intake.all];
    for (const value of [
      ...all.flatMap(({ queueArn, queueName, queueUrl }) => [queueArn, queueName, queueUrl]),
      ...[table.tableArn, table.tableName, table.tableStreamArn],
      ...[secretsKey.keyArn, secretsKey.keyId],
      ...[notices.topicArn, notices.topicName],
    ]) {
      this.exportValue(value);
    }
  }
}
