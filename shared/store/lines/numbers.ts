import type { Table } from '../table/connect.ts';
import { isNew } from '../table/expression.ts';
import { keys } from '../table/keys.ts';
import { Contention, put, remove, transact, update, type Write, withConflictRetries } from '../table/transactions.ts';
import type { Line } from './item.ts';
import { findLine } from './lines.ts';

type Attachment =
  | { readonly kind: 'attached'; readonly line: Line }
  | { readonly kind: 'lineIsTerminated' }
  | { readonly kind: 'lineHasAnother'; readonly number: string }
  | { readonly kind: 'numberIsTaken' };

/**
 * Attaches a number (E.164) to an active line. A number belongs to at most one line, and a line that is being
 * terminated gets no number. One transaction ensures both rules: it writes the line and the number, each on a
 * condition. Attaching the same number twice is not an error.
 */
export const attachNumber = (table: Table, tenantId: string, number: string, entry: Write): Promise<Attachment> =>
  withConflictRetries(async () => {
    const line = await findLine(table, tenantId);
    if (line?.number === number) return { kind: 'attached', line };
    if (line?.status !== 'active') return { kind: 'lineIsTerminated' };
    if (line.number !== undefined) return { kind: 'lineHasAnother', number: line.number };
    const cancelled = await transact(table, {
      line: update(keys.line(tenantId), {
        update: 'SET #number = :number',
        condition: { isActive: '#status = :active', hasNone: 'attribute_not_exists(#number)' },
        values: { ':number': number, ':active': 'active' },
      }),
      number: put({ ...keys.number(number), tenantId }, { condition: isNew }),
      entry,
    });
    if (!cancelled) return { kind: 'attached', line: { ...line, number } };
    const holder = cancelled.number.kind === 'conditionFailed' ? cancelled.number.item?.['tenantId'] : tenantId;
    if (holder !== tenantId) return { kind: 'numberIsTaken' };
    // The line has changed since it was read, or is being changed. An earlier copy of this request whose response was
    // lost may have changed it.
    throw new Contention(['line']);
  }, table.pacing);

/**
 * Detaches the number from the line, so that the partner can terminate the line. The line stores that it had a number.
 * Returns undefined if the line has no number.
 */
export const detachNumber = (table: Table, tenantId: string, entry: Write): Promise<Line | undefined> =>
  withConflictRetries(async () => {
    const found = await findLine(table, tenantId);
    if (found?.number === undefined) return undefined;
    const { number, ...line } = found;
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
      entry,
    });
    // True if the number is already detached, perhaps by an earlier copy of this request whose response was lost.
    const isOff = cancelled?.line.kind === 'conditionFailed' && cancelled.line.item?.['number'] === undefined;
    if (cancelled && !isOff) throw new Contention(Object.keys(cancelled));
    return { ...line, numberReleased: true };
  }, table.pacing);
