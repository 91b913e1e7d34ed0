import { type AlarmRow, always, type MetricRow, MINUTE } from '../row.ts';
import { ofTable, type Subjects } from '../subjects.ts';

/** DynamoDB counts faults of its own by the operation that met them. These are the ones our functions use. */
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
 * All time series are filled: DynamoDB reports only what happens, and CloudWatch leaves an alarm on its metrics as it is
 * while nothing is reported, raised or not. The last minutes may be filled before they are reported, so an alarm that
 * counts minutes does not ask for all of them.
 */
export const tableAlarms = ({ table }: Subjects): AlarmRow[] => [
  {
    id: 'table-throttled',
    severity: 'ticket',
    impact: 'Requests are slow, then fail with 500; events come late.',
    heading: 'The table throttles',
    ...sumOf({
      reads: ofTable(table.name, 'ReadThrottleEvents'),
      writes: ofTable(table.name, 'WriteThrottleEvents'),
      ...Object.fromEntries(
        table.indexes.flatMap((index) => [
          [`${index}Reads`, ofTable(table.name, 'ReadThrottleEvents', { GlobalSecondaryIndexName: index })],
          [`${index}Writes`, ofTable(table.name, 'WriteThrottleEvents', { GlobalSecondaryIndexName: index })],
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
        OPERATIONS.map((Operation) => [`errors${Operation}`, ofTable(table.name, 'SystemErrors', { Operation })]),
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
    ...sumOf({ conflicts: ofTable(table.name, 'TransactionConflict') }),
    periodSeconds: 5 * MINUTE,
    threshold: 20,
    datapoints: always(2),
  },
];

const sumOf = (metrics: Readonly<Record<string, MetricRow>>) => ({
  metrics,
  expression: Object.keys(metrics)
    .map((id) => `FILL(${id}, 0)`)
    .join(' + '),
});
