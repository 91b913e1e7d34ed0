/** Names in the table that the stores share with other code, for example with the stack. */
export const TABLE = {
  partitionKey: 'PK',
  sortKey: 'SK',
  /** Sort key of every delivery. */
  deliverySortKey: 'DELIVERY',
  /**
   * When the item expires, in Unix seconds. DynamoDB deletes expired items later, so readers leave them out themselves.
   */
  ttlAttribute: 'expiresAtUnixSeconds',
  /**
   * The index of pending deliveries, by the time when the sweep should look at them. It is sparse and has only keys.
   */
  dueIndex: { name: 'due', partitionKey: 'dueShard', sortKey: 'sweepAtMs' },
  /** The index of all deliveries by partner, oldest first. It has only keys. */
  partnerIndex: { name: 'byPartner', partitionKey: 'deliveriesOf', sortKey: 'recordedAtCallId' },
  /** The index of settled deliveries that got no 2xx, by status, oldest first. Leaves out those of deleted calls. */
  undeliveredIndex: {
    name: 'undelivered',
    partitionKey: 'undeliveredShard',
    sortKey: 'recordedAtCallId',
    /** Attributes that are copied to the index, so that a filter on them reads only the index. They never change. */
    projected: ['partnerId', 'tenantId'],
  },
} as const;

/** The records of the table's stream that the stack passes to the relay: those of new deliveries. */
export const NEW_DELIVERY_RECORD = { eventName: 'INSERT', sortKey: TABLE.deliverySortKey } as const;

/** How long DynamoDB keeps a record of the table's stream. */
export const STREAM_KEPT_HOURS = 24;

/** The prefixes of partition keys of the table and of its indexes. The stack grants rights by these prefixes. */
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

/** How many partitions the due index has. A single hot partition would limit the writes of all partners. */
export const DUE_SHARDS = 16;
export const UNDELIVERED_SHARDS = 16;
