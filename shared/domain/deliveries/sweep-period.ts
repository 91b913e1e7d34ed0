/** How often the sweep runs, and how long a delivery must have been due before the sweep wakes it. */
export const SWEEP_PERIOD_MS = 300_000;
