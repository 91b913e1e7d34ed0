/**
 * The settings of delivery. The contract has attempts, waits and response timeout under "Delivery rules". The local
 * service can change the first wait, the lease and the sweep's period.
 */

/** The most attempts in a replay round, including the first attempt. */
export const MAX_ATTEMPTS = 8;

/** The wait after the first attempt. Each further wait is twice as long as the one before, up to the longest wait. */
export const FIRST_WAIT_MS = 60_000;
export const LONGEST_WAIT_MS = 3_600_000;

/** The response timeout. It covers everything from the DNS look-up to the last byte of the response head. */
export const RESPONSE_LIMIT_MS = 10_000;

/** The most bytes of a response head, including the interim responses before it. */
export const MAX_HEAD_BYTES = 128 * 1024;
/** The most interim responses before the response. */
export const MAX_INTERIM_RESPONSES = 20;

/** How many bytes of a body are discarded to reuse its connection. After more, the connection is closed. */
export const MAX_DRAINED_BYTES = 16 * 1024;
export const MAX_DRAINING_MS = 1_000;

/** How long a claim prevents other attempts: the timeout of the function that makes the claim. */
export const LEASE_MS = 60_000;

/** How often the sweep runs. The sweep wakes only deliveries that have been due for this long. */
export const SWEEP_PERIOD_MS = 300_000;

/**
 * The longest idle time after which a connection is reused. Receivers close idle connections without notice, often
 * after two seconds. A request on a connection that is being closed costs a healthy partner an attempt. The wall clock
 * measures the idle time: timers stop while a function is frozen, but receivers still close its connections.
 */
export const MAX_IDLE_MS = 1_000;

/** SQS delays a message for at most this long, so a longer wait takes several hops. */
export const MAX_DELAY_MS = 900_000;

/**
 * A wake-up with more hops than this is dropped, and the sweep takes over its delivery. The waits between eight
 * attempts take 13 hops, and moves to later lanes at most two more. So a wake-up with over 64 hops is in an endless
 * loop.
 */
export const MAX_HOPS = 64;

/** Healthy receivers respond within this time. After it, an invocation receives further messages. */
export const PATIENCE_MS = 250;

/** How long a request to SQS waits for a message. Without a wait, SQS asks only some of its servers. */
export const LONG_POLL_SECONDS = 1;

/** The most requests to receivers at a time in one invocation. More would wait for its CPU. */
export const MAX_REQUESTS_AT_ONCE = 100;

/**
 * How long an environment keeps a decrypted signing secret. After the right to decrypt is revoked, the secret remains
 * usable for at most this long. Suspending a partner and replacing a secret take effect at once, because every attempt
 * reads the partner and the encrypted secret from the table.
 */
export const SECRET_KEPT_MS = 3_600_000;

/** How many events an operator's replay sends per second, to spare a receiver that has just recovered. */
export const REPLAYS_PER_SECOND = 10;
