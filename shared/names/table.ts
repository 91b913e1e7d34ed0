/** Names in the table that code outside the stores needs, such as the stack. */
export const TABLE = {
  partitionKey: 'PK',
  sortKey: 'SK',
  /** Sort key of every delivery. The stack filters the stream by it, so that only deliveries wake the relay. */
  deliverySortKey: 'DELIVERY',
  /** Unix seconds. DynamoDB deletes lazily, so readers filter expired items themselves. */
  ttlAttribute: 'expiresAtUnixSeconds',
  /**
   * The index of deliveries that are not settled, by the time when the sweep should look at them. Sparse, keys only.
   */
  dueIndex: { name: 'due', partitionKey: 'dueShard', sortKey: 'sweepAtMs' },
  /** The index of all deliveries of a partner, oldest first. Keys only. */
  partnerIndex: { name: 'byPartner', partitionKey: 'deliveriesOf', sortKey: 'recordedAtCallId' },
  /**
   * The index of deliveries that ended without a 2xx, by status, oldest first. Sparse, so a delivery that succeeds pays
   * nothing for it.
   */
  undeliveredIndex: {
    name: 'undelivered',
    partitionKey: 'undeliveredShard',
    sortKey: 'recordedAtCallId',
    /** With these, a filter reads only the index. They never change. */
    projected: ['partnerId', 'tenantId'],
  },
} as const;

/** How the partition keys of the table and of the due index begin. The stack grants rights by these prefixes. */
export const PREFIX = {
  apiKey: 'KEY#',
  partner: 'PARTNER#',
  registry: 'PARTNERS',
  health: 'HEALTH#',
  idempotency: 'IDEM#',
  line: 'LINE#',
  number: 'NUMBER#',
  call: 'CALL#',
  rejectedCalls: 'REJECTED#',
  audit: 'AUDIT#',
  rate: 'RATE#',
  dueShard: 'DUE#',
  undelivered: 'UNDELIVERED#',
} as const;

/** Several shards, because a single hot partition of an index would limit the writes of all partners. */
export const DUE_SHARDS = 16;
export const UNDELIVERED_SHARDS = 16;
