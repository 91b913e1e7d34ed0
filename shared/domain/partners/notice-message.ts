/** A message to people about a change of a partner's health. It is stored until it has been sent. */
export interface Notice {
  readonly id: string;
  readonly state: 'failing' | 'healthy';
  /** When the run of failures began, or when it ended. */
  readonly sinceMs: number;
  /** How many first attempts failed in a row. `partner health` calls this number `consecutiveFailures`. */
  readonly failures: number;
  readonly lastOutcome: string;
  /** In a notice about a recovery: when the failures began. */
  readonly failingSinceMs?: number | undefined;
}

/** The partner that a notice is about. */
export interface Concerned {
  readonly partnerId: string;
  readonly name: string;
  /** The email address to which an operator may write about the partner. */
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
