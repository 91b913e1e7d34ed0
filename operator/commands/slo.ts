import * as z from 'zod';
import { BUDGET_DAYS } from '../../shared/domain/burn-rates.ts';
import { defineCommand } from '../command.ts';
import { budgetsLeft } from '../metrics/budgets.ts';

export const SLO_COMMANDS = {
  slo: defineCommand({
    summary: `Show the objectives, and what is left of their budgets of ${BUDGET_DAYS} days`,
    options: z.object({}),
    reads: async (target) => {
      const budgets = await budgetsLeft(target);
      return { value: budgets, readable: [budgets.map(({ since: _, ...budget }) => budget)] };
    },
  }),
};
