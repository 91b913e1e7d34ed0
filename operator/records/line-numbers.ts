import type { Line } from '../../shared/domain/lines/line.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import { isNew } from '../../shared/store/table/expression.ts';
import { keys } from '../../shared/store/table/keys.ts';
import {
  Contention,
  put,
  remove,
  transact,
  update,
  withConflictRetries,
} from '../../shared/store/table/transactions.ts';
import { Problem } from '../../tooling/command-line/problem.ts';
import { existingLine } from './line-changes.ts';

/**
 * Attaches a number (E.164) to an active line. A number belongs to at most one line, and a line that is being
 * terminated gets no number. To ensure both rules, one transaction writes the line and the number, each on a condition.
 * Attaching the same number twice is not an error.
 */
export const attachNumber = (table: Table, tenantId: string, number: string): Promise<Line> =>
  withConflictRetries(async () => {
    const line = await existingLine(table, tenantId);
    if (line.number === number) return line;
    if (line.status !== 'active') throw new Problem(`Line ${tenantId} is terminated.`);
    if (line.number !== undefined)
      throw new Problem(`Line ${tenantId} has the number ${line.number}; release that number first.`);
    const cancelled = await transact(table, {
      line: update(keys.line(tenantId), {
        update: 'SET #number = :number',
        condition: { isActive: '#status = :active', hasNone: 'attribute_not_exists(#number)' },
        values: { ':number': number, ':active': 'active' },
      }),
      number: put({ ...keys.number(number), tenantId }, { condition: isNew }),
    });
    if (!cancelled) return { ...line, number };
    const holder = cancelled.number.kind === 'conditionFailed' ? cancelled.number.item?.['tenantId'] : tenantId;
    if (holder !== tenantId) throw new Problem(`The number ${number} is attached to another line.`);
    // The line has changed since it was read, perhaps by this very request, whose response was lost. Or it is changing
    // now.
    throw new Contention(['line']);
  }, table.pacing);

/**
 * Detaches the number from the line, so that the partner can terminate the line. The line remembers that it had a
 * number.
 */
export const releaseNumber = (table: Table, tenantId: string): Promise<Line> =>
  withConflictRetries(async () => {
    const { number, ...line } = await existingLine(table, tenantId);
    if (number === undefined) throw new Problem(`Line ${tenantId} has no number.`);
    const cancelled = await transact(table, {
      line: update(keys.line(tenantId), {
        update: 'SET #numberReleased = :yes REMOVE #number',
        condition: { stillThis: '#number = :number' },
        values: { ':yes': true, ':number': number },
      }),
      number: remove(keys.number(number), {
        condition: { servesThisLine: '#tenantId = :tenantId' },
        values: { ':tenantId': tenantId },
      }),
    });
    // The number is detached already, perhaps by this very request, whose response was lost.
    const isOff = cancelled?.line.kind === 'conditionFailed' && cancelled.line.item?.['number'] === undefined;
    if (cancelled && !isOff) throw new Contention(Object.keys(cancelled));
    return { ...line, numberReleased: true };
  }, table.pacing);
