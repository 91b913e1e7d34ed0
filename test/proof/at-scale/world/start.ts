export { START_MS } from '../../../support/functions/deliveries.ts';
export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
