import { operatorCommand } from '../as-typed.ts';
import { listEntries } from '../audit/list.ts';
import { iso } from '../iso.ts';
import { type Check, fine, wrong } from './check.ts';

const DAY_MS = 86_400_000;
/** It should run once a week. One more day leaves time for the run itself. */
const AT_LEAST_EVERY_DAYS = 8;
const READ_AT_MOST = 10_000;

/** Says when the invariants of the table were last checked. */
export const VERIFY_CHECK: Check = {
  name: 'table verified',
  run: async (target) => {
    const sinceMs = target.nowMs() - AT_LEAST_EVERY_DAYS * DAY_MS;
    const { entries } = await listEntries(target, { sinceMs, limit: READ_AT_MOST });
    const last = entries.find(({ action, state }) => action === 'verify' && state !== 'started');
    if (last === undefined) {
      const command = operatorCommand(target, 'verify');
      return fine(`verify has not run in the last ${AT_LEAST_EVERY_DAYS} days; run ${command} once a week`);
    }
    const finding = `verify ran at ${iso(last.atMs)}: ${last.outcome}`;
    return last.state === 'done' ? fine(finding) : wrong(finding, 'see "Data is damaged" in docs/runbook.md');
  },
};
