import type { Line } from '../../shared/domain/lines/line.ts';
import { isNew } from '../../shared/store/table/expression.ts';
import { keys } from '../../shared/store/table/keys.ts';
import { Contention, put, remove, transact, update } from '../../shared/store/table/transactions.ts';
import { Problem } from '../../tooling/command-line/problem.ts';
import { type Change, onLine } from '../audit/entry.ts';
import { withEntry } from '../audit/with-entry.ts';
import { existingLine } from './line-changes.ts';

/**
 * Attaches a number (E.164) to an active line. A number belongs to at most one line, and a line that is being
 * terminated gets no number. To ensure both rules, one transaction writes the line and the number, each on a condition.
 * Attaching the same number twice is not an error.
 */
export const attachNumber = (by: Change, tenantId: string, number: string): Promise<Line> =>
  withEntry(by, async (entry) => {
    const line = await existingLine(by.table, tenantId);
    if (line.number === number) return line;
    if (line.status !== 'active') throw new Problem(`Line ${tenantId} is terminated.`);
    if (line.number !== undefined)
      throw new Problem(`Line ${tenantId} has the number ${line.number}; release that number first.`);
    const cancelled = await transact(by.table, {
      line: update(keys.line(tenantId), {
        update: 'SET #number = :number',
        condition: { isActive: '#status = :active', hasNone: 'attribute_not_exists(#number)' },
        values: { ':number': number, ':active': 'active' },
      }),
      number: put({ ...keys.number(number), tenantId }, { condition: isNew }),
      entry: entry(onLine(line)),
    });
    if (!cancelled) return { ...line, number };
    const holder = cancelled.number.kind === 'conditionFailed' ? cancelled.number.item?.['tenantId'] : tenantId;
    if (holder !== tenantId) throw new Problem(`The number ${number} is attached to another line.`);
    // The line has changed since it was read, perhaps by this very request, whose response was lost. Or it is changing
    // now.
    throw new Contention(['line']);
  });

/**
 * Detaches the number from the line, so that the partner can terminate the line. The line remembers that it had a
 * number.
 */
export const releaseNumber = (by: Change, tenantId: string): Promise<Line> =>
  withEntry(by, async (entry) => {
    const { number, ...line } = await existingLine(by.table, tenantId);
    if (number === undefined) throw new Problem(`Line ${tenantId} has no number.`);
    const cancelled = await transact(by.table, {
      line: update(keys.line(tenantId), {
        update: 'SET #numberReleased = :yes REMOVE #number',
        condition: { stillThis: '#number = :number' },
        values: { ':yes': true, ':number': number },
      }),
      number: remove(keys.number(number), {
        condition: { servesThisLine: '#tenantId = :tenantId' },
        values: { ':tenantId': tenantId },
      }),
      entry: entry(onLine(line)),
    });
    // The number is detached already, perhaps by this very request, whose response was lost.
    const isOff = cancelled?.line.kind === 'conditionFailed' && cancelled.line.item?.['number'] === undefined;
    if (cancelled && !isOff) throw new Contention(Object.keys(cancelled));
    return { ...line, numberReleased: true };
  });
