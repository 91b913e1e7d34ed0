/** How often the sweep runs. Usually, a delivery must also have been due for this long before the sweep wakes it. */
export const SWEEP_PERIOD_MS = 300_000;
/** `SWEEP_PERIOD_MS` in words, for messages. */
export const SWEEP_PERIOD = 'five minutes';

/** The longest time until the sweep wakes a delivery whose wake-up was lost, if no sweep fails: two periods. */
export const RESCUED_WITHIN = 'ten minutes';
