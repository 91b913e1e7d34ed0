/** How often the sweep runs. The sweep wakes only deliveries that have been due for this long. */
export const SWEEP_PERIOD_MS = 300_000;
