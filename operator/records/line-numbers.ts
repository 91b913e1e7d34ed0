import type { Line } from '../../shared/store/lines/item.ts';
import * as numbers from '../../shared/store/lines/numbers.ts';
import { Problem } from '../../tooling/command-line/problem.ts';
import { auditEntryWrite, type Change, lineSubject } from '../audit/entry.ts';
import { existingLine } from './line-changes.ts';

/** Attaches a number (E.164) to an active line, unless the line already has this number. */
export async function attachNumber(by: Change, tenantId: string, number: string): Promise<Line> {
  const entry = await auditEntryWrite(by, lineSubject(await existingLine(by.table, tenantId)));
  const attachment = await numbers.attachNumber(by.table, tenantId, number, entry);
  switch (attachment.kind) {
    case 'attached':
      return attachment.line;
    case 'lineIsTerminated':
      throw new Problem(`Line ${tenantId} is terminated.`);
    case 'lineHasAnother':
      throw new Problem(`Line ${tenantId} has the number ${attachment.number}; detach that number first.`);
    case 'numberIsTaken':
      throw new Problem(`The number ${number} is attached to another line.`);
  }
}

/** Detaches the number from the line, so that the partner can terminate the line. */
export async function detachNumber(by: Change, tenantId: string): Promise<Line> {
  const entry = await auditEntryWrite(by, lineSubject(await existingLine(by.table, tenantId)));
  const detached = await numbers.detachNumber(by.table, tenantId, entry);
  if (detached === undefined) throw new Problem(`Line ${tenantId} has no number.`);
  return detached;
}
