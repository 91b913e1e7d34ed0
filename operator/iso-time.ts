/** Returns a time in UTC as ISO 8601, with milliseconds. */
export const isoTime = (timeMs: number) => new Date(timeMs).toISOString();

export const isoTimeOrNull = (timeMs: number | undefined) => (timeMs === undefined ? null : isoTime(timeMs));
