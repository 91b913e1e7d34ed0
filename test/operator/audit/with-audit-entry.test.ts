import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { listEntries } from '../../../operator/audit/list.ts';
import { endingOfChange, withAuditEntry } from '../../../operator/audit/with-audit-entry.ts';
import type { Table } from '../../../shared/store/table/connect.ts';
import { asOperator } from '../../support/table/as-operator.ts';
import { intercepted, losingResponses } from '../../support/table/faulty.ts';
import { testTable } from '../../support/table/table.ts';

const SUBJECT = { target: 'mapping deliver' };
const disabled = () => endingOfChange(true, 'Disabled');

describe('the audit entry of a change', () => {
  let table: Table;
  beforeEach(async () => {
    table = await testTable();
  });
  const trail = async () => (await listEntries(asOperator(table), { limit: 10 })).entries;
  /** The table, on which the nth write of an entry fails. */
  const failingAt = (nth: number) => {
    let writes = 0;
    return intercepted(table, async (command) => {
      if (command instanceof PutCommand && ++writes === nth) throw new Error('The table is away');
      return table.db.send(command);
    });
  };

  it('the audit entry of a change contains the outcome once the change is done', async () => {
    const during = await withAuditEntry(asOperator(table), SUBJECT, trail, disabled);
    expect(during).toMatchObject([{ ...SUBJECT, actor: 'operator', action: 'test', state: 'started' }]);
    expect(during[0]).not.toHaveProperty('outcome');
    expect(await trail()).toMatchObject([{ ...SUBJECT, state: 'done', outcome: 'Disabled' }]);
  });

  it('the audit entry of a change still says `started` if the tool crashed during the change', async () => {
    await new Promise<void>((begun) => {
      const dies = async () => {
        begun();
        return new Promise<never>(() => undefined);
      };
      void withAuditEntry(asOperator(table), SUBJECT, dies, disabled);
    });
    expect(await trail()).toMatchObject([{ ...SUBJECT, state: 'started' }]);
  });

  it('a change does not begin if its audit entry cannot be written', async () => {
    let isBegun = false;
    const work = async () => {
      isBegun = true;
    };
    await expect(withAuditEntry(asOperator(failingAt(1)), SUBJECT, work, disabled)).rejects.toThrow(
      'The table is away',
    );
    expect(isBegun).toBe(false);
  });

  it('the audit entry of a failed change says why in at most 300 characters', async () => {
    const fails = () => Promise.reject(Object.assign(new Error('x'.repeat(400)), { name: 'TooManyRequests' }));
    await expect(withAuditEntry(asOperator(table), SUBJECT, fails, disabled)).rejects.toThrow('xxx');
    const [entry] = await trail();
    expect(entry).toMatchObject({ state: 'failed', outcome: expect.stringMatching(/^Not done: TooManyRequests, x+$/) });
    expect(entry?.outcome).toHaveLength(300);
  });

  it('the operator sees why a change failed, even if the failure cannot be stored in the audit trail', async () => {
    const fails = () => Promise.reject(new Error('The mapping is away'));
    await expect(withAuditEntry(asOperator(failingAt(2)), SUBJECT, fails, disabled)).rejects.toThrow(
      'The mapping is away',
    );
    expect(await trail()).toMatchObject([{ state: 'started' }]);
  });

  it('a successful change returns its result even if its audit entry cannot be completed', async () => {
    const problems: string[] = [];
    const change = { ...asOperator(failingAt(2)), addProblem: (sentence: string) => void problems.push(sentence) };
    expect(await withAuditEntry(change, SUBJECT, async () => 'result', disabled)).toBe('result');
    expect(problems).toEqual([
      'The entry in the audit trail still says `started`, because its outcome could not be stored: Disabled. Note the outcome with your ticket. Not done: Error, The table is away',
    ]);
    expect(await trail()).toMatchObject([{ state: 'started' }]);
  });

  it('a change has one audit entry even if the response to each write of the table is lost once', async () => {
    await withAuditEntry(asOperator(losingResponses(table)), SUBJECT, async () => 'result', disabled);
    expect(await trail()).toMatchObject([{ state: 'done' }]);
  });
});
