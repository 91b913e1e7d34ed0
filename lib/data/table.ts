import {
  AttributeType,
  BillingMode,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import { TABLE } from '../../shared/names/table.ts';
import type { StoredDataProps } from './encryption-key.ts';

const text = (name: string) => ({ name, type: AttributeType.STRING });
const number = (name: string) => ({ name, type: AttributeType.NUMBER });

type DataTableProps = StoredDataProps & { readonly isProtected: boolean };

/**
 * The one table of the service. Its throughput is not limited, because throttling would delay deliveries first. Writes
 * are limited before they reach the table (API throttle, concurrency of deliveries).
 */
export class DataTable extends Table {
  constructor(scope: Construct, id: string, { isProtected, removalPolicy, encryptionKey }: DataTableProps) {
    super(scope, id, {
      partitionKey: text(TABLE.partitionKey),
      sortKey: text(TABLE.sortKey),
      billingMode: BillingMode.PAY_PER_REQUEST,
      timeToLiveAttribute: TABLE.ttlAttribute,
      // The stream has only the keys of changed items and never their content, because summaries are personal data.
      stream: StreamViewType.KEYS_ONLY,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true, recoveryPeriodInDays: 35 },
      ...(encryptionKey
        ? { encryption: TableEncryption.CUSTOMER_MANAGED, encryptionKey }
        : { encryption: TableEncryption.AWS_MANAGED }),
      deletionProtection: isProtected,
      removalPolicy,
    });

    const { dueIndex, partnerIndex, undeliveredIndex } = TABLE;
    this.addGlobalSecondaryIndex({
      indexName: dueIndex.name,
      partitionKey: text(dueIndex.partitionKey),
      sortKey: number(dueIndex.sortKey),
      projectionType: ProjectionType.KEYS_ONLY,
    });
    this.addGlobalSecondaryIndex({
      indexName: partnerIndex.name,
      partitionKey: text(partnerIndex.partitionKey),
      sortKey: text(partnerIndex.sortKey),
      projectionType: ProjectionType.KEYS_ONLY,
    });
    this.addGlobalSecondaryIndex({
      indexName: undeliveredIndex.name,
      partitionKey: text(undeliveredIndex.partitionKey),
      sortKey: text(undeliveredIndex.sortKey),
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: [...undeliveredIndex.projected],
    });
  }
}
