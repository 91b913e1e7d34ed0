/** The allowed values that describe a call. Contract, "Call summary". */
export const CALL_TYPES = ['phone', 'web'] as const;
export const RESOLUTIONS = ['Resolved', 'Booked', 'Escalated'] as const;
export const SENTIMENTS = ['positive', 'neutral', 'negative'] as const;
