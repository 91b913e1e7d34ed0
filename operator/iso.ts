/** Returns a time as operators see it. */
export const iso = (timeMs: number) => new Date(timeMs).toISOString();

export const isoOrNull = (timeMs: number | undefined) => (timeMs === undefined ? null : iso(timeMs));
