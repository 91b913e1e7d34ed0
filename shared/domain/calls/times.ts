interface StoredTimes {
  readonly storedAtMs: number;
  readonly endedAtMs?: number | undefined;
}

/** What the field `startedAt` of a call means, as partners read it. */
export const ABOUT_STARTED_AT =
  'When the summary was stored, after the end of the call. It is not the time at which the call began.';

export const startedAtOf = ({ storedAtMs }: StoredTimes): string => new Date(storedAtMs).toISOString();

/** What the field `occurredAt` of an event means, as partners read it. */
export const ABOUT_OCCURRED_AT = 'When the call ended, or when the summary was stored if the end is not known.';

export const occurredAtOf = ({ endedAtMs, storedAtMs }: StoredTimes): string =>
  new Date(endedAtMs ?? storedAtMs).toISOString();
