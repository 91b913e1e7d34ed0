/** Names in the table that not only the stores know: the stack reads them too. */
export const TABLE = {
  partitionKey: 'PK',
  sortKey: 'SK',
  /** Of every delivery's row: by it the stack filters the stream that wakes the relay. */
  deliverySortKey: 'DELIVERY',
  /** Unix seconds. DynamoDB deletes lazily, so readers filter expired items themselves. */
  ttlAttribute: 'expiresAtUnixSeconds',
  /** Deliveries that are not settled, by the time the sweeper should look at them. Sparse, keys only. */
  dueIndex: { name: 'due', partitionKey: 'dueShard', sortKey: 'sweepAtMs' },
  /** All deliveries of a partner, oldest first. Keys only. */
  partnerIndex: { name: 'byPartner', partitionKey: 'deliveriesOf', sortKey: 'recordedAtCallId' },
} as const;

/** One hot partition of the due index would cap the writes of all partners together. */
export const DUE_SHARDS = 16;
