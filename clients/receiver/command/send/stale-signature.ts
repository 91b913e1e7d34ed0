import { REPLAY_WINDOW_MINUTES } from '../../src/service-rules.ts';

/** How old a stale signature is: twice the age at which receivers reject a signature. */
export const STALE_MINUTES = 2 * REPLAY_WINDOW_MINUTES;
