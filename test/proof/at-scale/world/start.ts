export const START_MS = Date.parse('2026-06-01T12:00:00.000Z');
export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
