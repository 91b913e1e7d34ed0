/**
 * The fewest days for which a stage may keep calls. A round of attempts takes about two hours, and an operator can begin
 * another one. A week leaves days to repair a receiver, or our own pipeline, and to replay.
 */
export const MIN_CALLS_DAYS = 7;

/**
 * The most days for which a stage may keep calls: ten years. A stage that wants to keep calls for longer keeps them for
 * ever.
 */
export const MAX_CALLS_DAYS = 3_650;

const FOR_EVER = 'none';

/** Returns a stage's retention as text, for the variable CALLS_DAYS and the stack output CallsDays. */
export const callsDaysText = (callsDays: number | undefined) => String(callsDays ?? FOR_EVER);

/** Returns for how many days calls are kept, from the text of CALLS_DAYS; `undefined` if they are kept for ever. */
export const parseCallsDays = (text: string): number | undefined => (text === FOR_EVER ? undefined : Number(text));
