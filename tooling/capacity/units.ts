/** The units of the table and the messages of the queues that something uses, with a summary of at most 600 bytes. */
export interface Units {
  readonly write: number;
  readonly read: number;
}

/**
 * What a finished call uses, from its recording to the end of its delivery. test/e2e/consumption.test.ts compares these
 * figures with those of the engine.
 *
 * Of the write units, recording takes 6, a claim 1, and an outcome 2 with the due index. An end without a 2xx takes 1
 * more, for the index `undelivered`. A success also reads the
 * health of its partner. A failure writes there 1, and so does the success that ends a run of failures.
 */
export const CALL_UNITS = {
  /** Without a webhook. */
  unsubscribed: { write: 6, read: 4 },
  /** Delivered at the first attempt. */
  first: { write: 9, read: 11 },
  /** Delivered at the second attempt. */
  retried: { write: 15, read: 17 },
  /** Dead after eight attempts, whose waits are too short for further hops. */
  dead: { write: 46, read: 52 },
} as const satisfies Readonly<Record<string, Units>>;

/** The reads of one message: the row, the call, and the partner with its webhook, secret and marks. */
export const MESSAGE_READS = { ofPartner: 4, all: 6 } as const;

/** A look-up by the number that was dialled: the number, then the line and its agent. By the line's id, it is 2. */
export const LOOK_UP_UNITS: Units = { write: 0, read: 3 };

/** A page of the list of calls: the request of the API that partners send most often. */
export const API_REQUEST_UNITS: Units = { write: 1, read: 3 };
