import { type AlarmRow, allDatapointsBreach, MINUTE, sumOf } from '../alarm-row.ts';
import { tableMetric, type WatchedResources } from '../watched-resources.ts';

/** The operations whose faults are counted. DynamoDB counts its own faults per operation. */
const OPERATIONS = [
  'GetItem',
  'BatchGetItem',
  'Query',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'TransactWriteItems',
] as const;

/**
 * Returns the alarms on the table. DynamoDB reports these metrics only when something happens, and an alarm without a
 * new value would stay raised. So all time series use FILL. CloudWatch may fill the last minutes before DynamoDB
 * reports them, so an alarm with a period of a minute does not require every datapoint to breach.
 */
export const tableAlarms = ({ table }: WatchedResources): AlarmRow[] => [
  {
    id: 'table-throttled',
    severity: 'ticket',
    impact: 'Requests are slow, then fail with 500; events come late.',
    heading: 'The table throttles',
    ...sumOf({
      reads: tableMetric(table.name, 'ReadThrottleEvents'),
      writes: tableMetric(table.name, 'WriteThrottleEvents'),
      ...Object.fromEntries(
        table.indexes.flatMap((index) => [
          [`${index}Reads`, tableMetric(table.name, 'ReadThrottleEvents', { GlobalSecondaryIndexName: index })],
          [`${index}Writes`, tableMetric(table.name, 'WriteThrottleEvents', { GlobalSecondaryIndexName: index })],
        ]),
      ),
    }),
    periodSeconds: MINUTE,
    threshold: 1,
    datapoints: { breaching: 5, of: 7 },
  },
  {
    id: 'table-system-errors',
    severity: 'ticket',
    impact: 'Requests are slow, then fail with 500; events come late.',
    heading: 'DynamoDB returns errors',
    ...sumOf(
      Object.fromEntries(
        OPERATIONS.map((Operation) => [`errors${Operation}`, tableMetric(table.name, 'SystemErrors', { Operation })]),
      ),
    ),
    periodSeconds: MINUTE,
    threshold: 3,
    datapoints: { breaching: 3, of: 5 },
  },
  {
    id: 'table-conflicts',
    severity: 'ticket',
    impact: 'A partner that creates or terminates many lines at once gets 503 and 409.',
    heading: 'Transactions conflict',
    ...sumOf({ conflicts: tableMetric(table.name, 'TransactionConflict') }),
    periodSeconds: 5 * MINUTE,
    threshold: 20,
    datapoints: allDatapointsBreach(2),
  },
];
