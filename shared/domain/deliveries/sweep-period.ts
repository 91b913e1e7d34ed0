/** How often the sweep runs. The sweep usually waits as long for the own wake-up of a due delivery. */
export const SWEEP_PERIOD_MS = 300_000;
/** `SWEEP_PERIOD_MS` in words, for messages. */
export const SWEEP_PERIOD = 'five minutes';

/** The longest time until the sweep wakes a delivery whose wake-up was lost, if no sweep fails: two periods. */
export const RESCUED_WITHIN = 'ten minutes';
