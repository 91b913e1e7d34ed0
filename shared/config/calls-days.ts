/**
 * The fewest days for which a stage may keep calls. A round of attempts takes up to four hours, and begins again when
 * an operator replays the delivery. A week leaves days to repair a receiver, or our own pipeline, and to replay.
 */
export const MIN_CALLS_DAYS = 7;

/** Ten years. A stage that wants to keep calls for longer keeps them for ever. */
export const MAX_CALLS_DAYS = 3_650;

const FOR_EVER = 'none';

/** Returns the text of the variable CALLS_DAYS and of the stack output CallsDays. */
export const callsDaysText = (callsDays: number | undefined) => String(callsDays ?? FOR_EVER);

/** Returns the days for which calls are kept; `undefined` if calls are kept for ever. */
export const callsDaysIn = (text: string): number | undefined => (text === FOR_EVER ? undefined : Number(text));
