/** Returns a time in UTC as ISO 8601, with milliseconds. */
export const iso = (timeMs: number) => new Date(timeMs).toISOString();

export const isoOrNull = (timeMs: number | undefined) => (timeMs === undefined ? null : iso(timeMs));
