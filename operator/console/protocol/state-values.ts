import * as z from 'zod/mini';

/** What the pages may see of an objective and of its budget. */
export const budget = z.object({
  objective: z.string(),
  promise: z.string(),
  targetPercent: z.number(),
  since: z.string(),
  all: z.number(),
  bad: z.number(),
  goodPercent: z.nullable(z.number()),
  budgetLeftPercent: z.number(),
  /** How fast the budget was used up in the last `BURN_HOURS`. At 1, a budget lasts `BUDGET_DAYS`. Null if nothing was counted. */
  burnRate: z.nullable(z.number()),
});

/** What the command `doctor` has found about a part of the service. */
export const finding = z.object({
  check: z.string(),
  ok: z.boolean(),
  finding: z.optional(z.string()),
  todo: z.optional(z.string()),
});
