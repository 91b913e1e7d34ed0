/** The units of the table that an operation uses. The figures are for calls whose summary has at most 600 bytes. */
export interface Units {
  readonly write: number;
  readonly read: number;
}

/**
 * What a finished call uses, from its recording to the end of its delivery. test/e2e/consumption.test.ts compares these
 * figures with the engine's. Write units:
 *
 * - recording: 6
 * - each claim: 1
 * - an outcome: 2 with the due index, or 3 if a retry follows
 * - an end without a 2xx: 1 more, for the index `undelivered`
 * - the partner's health: 1 for each failure, and for the success that ends a run of failures
 *
 * Every success reads the health.
 */
export const CALL_UNITS = {
  /** Without a webhook. */
  unsubscribed: { write: 6, read: 4 },
  /** A call whose event is delivered at the first attempt. */
  first: { write: 9, read: 11 },
  /** A call whose event is delivered at the second attempt. */
  retried: { write: 15, read: 17 },
  /** A call whose delivery is dead, with one hop before each retry. */
  dead: { write: 46, read: 52 },
} as const satisfies Readonly<Record<string, Units>>;

/** The reads for one message: the row, the call, and the partner with its webhook, secret and marks. */
export const MESSAGE_READS = { ofPartner: 4, all: 6 } as const;

/**
 * The units of a look-up by the dialled number, which reads three items: the number, the line and its agent settings. A
 * look-up by the line's id takes 2 read units.
 */
export const LOOK_UP_UNITS: Units = { write: 0, read: 3 };

/** A request for a page of the calls list. The planner assumes that partners' other requests use as many units. */
export const API_REQUEST_UNITS: Units = { write: 1, read: 3 };
