/** The period of an objective's budget, in days: a month. */
export const BUDGET_DAYS = 30;

/** How many hours the shown burn rate covers. In a shorter time, a single bad request could decide the rate. */
export const BURN_HOURS = 6;

/**
 * The burn rates that raise an alarm, the long window of each, and how long a budget lasts (Google's SRE workbook, "Alerting on SLOs").
 * At 14.4, one hour uses up 2 % of the budget. At 6, six hours use up 5 %.
 */
export const FAST_BURN = { rate: 14.4, hours: 1, over: 'an hour', lasts: 'two days' } as const;
export const SLOW_BURN = { rate: 6, hours: 6, over: 'six hours', lasts: 'five days' } as const;

/** The long window divided by the short window. The short window ends the alarm soon after the cause has ended. */
export const LONG_BY_SHORT_WINDOW = 12;
