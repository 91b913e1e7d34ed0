import type { Outcome } from './outcome.ts';

/** Where an engine is known to tell something else than the table in memory. Nothing is written in either way. */
const EXCUSES: readonly { readonly why: string; readonly holds: (simulated: Outcome, real: Outcome) => boolean }[] = [
  {
    why: 'dynoxide cancels a transaction that has a wrong expression, where AWS refuses the request',
    holds: (simulated, real) => isInvalid(simulated) && isCanceled(real),
  },
  {
    why: 'dynoxide misses unused placeholders when the condition does not hold',
    holds: (simulated, real) => isInvalid(simulated) && isRefused(real, 'ConditionalCheckFailedException'),
  },
  {
    why: 'DynamoDB Local refuses a transaction that does not fit an item, where AWS cancels it',
    holds: (simulated, real) => isCanceled(simulated, 'ValidationError') && isInvalid(real),
  },
];

export const isExcused = (simulated: Outcome, real: Outcome) => EXCUSES.some(({ holds }) => holds(simulated, real));

const isRefused = (outcome: Outcome, name: string) => outcome.kind === 'refused' && outcome.name === name;

const isInvalid = (outcome: Outcome) => isRefused(outcome, 'ValidationException');

const isCanceled = (outcome: Outcome, because?: string) =>
  outcome.kind === 'refused' &&
  outcome.name === 'TransactionCanceledException' &&
  (because === undefined || outcome.codes.includes(because));
