export interface Interval {
  /** After how many seconds an open page repeats its request to a deployed stack. ADR 27 has the costs. */
  readonly stackSeconds: number;
  /** After how many seconds an open page repeats its request to the local service, where requests are free. */
  readonly localSeconds: number;
}

/** With this interval, pages of the local service show a change within three seconds. */
const LOCAL_SECONDS = 2;

export const USUAL: Interval = { stackSeconds: 60, localSeconds: LOCAL_SECONDS };
export const OFTEN: Interval = { stackSeconds: 15, localSeconds: LOCAL_SECONDS };
export const RARELY: Interval = { stackSeconds: 300, localSeconds: LOCAL_SECONDS };
/** For commands that read many items, or metrics that CloudWatch charges for. */
export const COSTLY: Interval = { stackSeconds: 900, localSeconds: 30 };
/** For costly searches, which a page sends after a click. On a stack, the page repeats a search only after a day. */
export const DAILY: Interval = { stackSeconds: 24 * 60 * 60, localSeconds: LOCAL_SECONDS };

/**
 * How long after a failure a page repeats its request, unless the server sets another wait. After a response, the wait is
 * the interval of the route.
 */
export const AFTER_FAILURE_MS = 3_000;
