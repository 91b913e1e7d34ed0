/**
 * The numbers of delivery. Partners rely on the first four: they are in the contract, under "Delivery rules". The local
 * service can change the first wait, the lease and the sweep's period.
 */

/** The most attempts in a round, including the first attempt. */
export const MAX_ATTEMPTS = 8;

/** The wait after the first attempt. Each further wait is twice as long as the one before, up to the longest. */
export const FIRST_WAIT_MS = 60_000;
export const LONGEST_WAIT_MS = 3_600_000;

/** The response timeout. It covers everything from the DNS look-up to the last byte of the response head. */
export const RESPONSE_LIMIT_MS = 10_000;

/** The most bytes of a response head, including the interim responses before it. */
export const MAX_HEAD_BYTES = 128 * 1024;
/** The most interim responses before the response. */
export const MAX_INTERIM_RESPONSES = 20;

/** The body of a response is discarded unread. If the body ends within these bounds, the connection can be reused. */
export const MAX_DRAINED_BYTES = 16 * 1024;
export const MAX_DRAINING_MS = 1_000;

/** How long a claim keeps other attempts out: as long as the invocation that made the claim can run. */
export const LEASE_MS = 60_000;

/** How often the sweep runs, and how long it leaves a due delivery to the wake-ups. */
export const SWEEP_PERIOD_MS = 300_000;

/**
 * Receivers close idle connections, often after two seconds and without saying so. A request that meets the close costs
 * a healthy partner an attempt. A frozen function also wakes up with sockets that their receivers closed long ago. So
 * the time is measured by the wall clock, because timers stand still while the function is frozen.
 */
export const MAX_IDLE_MS = 1_000;

/** SQS delays a message for at most this long, so a longer wait takes several hops. */
export const MAX_DELAY_MS = 900_000;

/**
 * A wake-up with more hops than this is dropped, and the sweep takes over its delivery. Eight attempts and their waits
 * take 13 hops, and moves to later lanes take at most two more. So a wake-up with this many hops is going round in
 * circles.
 */
export const MAX_HOPS = 64;

/** Healthy receivers respond within this time. After it, an invocation takes further messages from its queue. */
export const PATIENCE_MS = 250;

/** How long one such request waits for a message. A shorter wait asks only some of SQS's servers, and may find nothing. */
export const LONG_POLL_SECONDS = 1;

/** The most requests to receivers of one invocation. More would wait for the CPU of its environment. */
export const MAX_REQUESTS_AT_ONCE = 100;

/**
 * For how long an environment keeps a decrypted signing secret. When the right to decrypt is revoked, the secret remains
 * usable for at most this long. A suspended partner and a replaced secret do not wait for it: every attempt reads both
 * from the table.
 */
export const SECRET_KEPT_MS = 3_600_000;

/** How fast an operator replays, so that events that were missed do not overload a receiver that has just recovered. */
export const REPLAYS_PER_SECOND = 10;
