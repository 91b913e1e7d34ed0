/** A change of state that people are told about. It is stored until it has been sent. Its id never changes. */
export interface Notice {
  readonly id: string;
  readonly state: 'failing' | 'healthy';
  /** Since when the partner has been in this state. */
  readonly sinceMs: number;
  /** Failed first attempts in a row. `partner health` calls them `consecutiveFailures`. */
  readonly failures: number;
  readonly lastOutcome: string;
  /** Only after a recovery: when the failures began. */
  readonly failingSinceMs?: number | undefined;
}

/** The partner of a notice. */
export interface Concerned {
  readonly partnerId: string;
  readonly name: string;
  /** Whom an operator may write to about the partner. */
  readonly contact?: string | undefined;
}

/** Returns the message of a notice as JSON. `docs/runbook.md` lists its fields. */
export const noticeMessage = (
  { partnerId, name, contact }: Concerned,
  { id, state, sinceMs, failures, lastOutcome, failingSinceMs }: Notice,
): string =>
  JSON.stringify({
    id,
    partnerId,
    name,
    state,
    since: iso(sinceMs),
    failures,
    lastOutcome,
    failingSince: failingSinceMs === undefined ? undefined : iso(failingSinceMs),
    contact,
  });

const iso = (timeMs: number) => new Date(timeMs).toISOString();
