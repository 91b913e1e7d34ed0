/** Names of the table's keys and indexes: read by the stack, the stores and the local service alike. */
export const TABLE = {
  partitionKey: 'PK',
  sortKey: 'SK',
  /** Unix seconds. DynamoDB deletes lazily, so readers filter expired items themselves. */
  ttlAttribute: 'expiresAtUnixSeconds',
  /** Deliveries that are not settled, by the time the sweeper should look at them. Sparse, keys only. */
  dueIndex: { name: 'due', partitionKey: 'dueShard', sortKey: 'sweepAtMs' },
  /** All deliveries of a partner, oldest first. Keys only. */
  partnerIndex: { name: 'byPartner', partitionKey: 'deliveriesOf', sortKey: 'recordedAtCallId' },
} as const;

/** One hot partition of the due index would cap the writes of all partners together. */
export const DUE_SHARDS = 16;
