import type { Change } from '../../../operator/audit/entry.ts';
import type { Table } from '../../../shared/store/table/connect.ts';

const NOW_MS = Date.parse('2026-11-21T10:00:00.000Z');

/** Returns what a change by an operator needs, for tests that are not about its entry in the audit trail. */
export const asOperator = (table: Table): Change => ({
  table,
  nowMs: () => NOW_MS,
  actor: async () => 'operator',
  action: 'test',
  reason: undefined,
  addProblem: (sentence) => {
    throw new Error(sentence);
  },
});
