import { beforeAll, describe, expect, it } from '@jest/globals';
import { attachNumber, detachNumber } from '../../../operator/records/line-numbers.ts';
import { existingPartner } from '../../../operator/records/partner-changes.ts';
import type { Table } from '../../../shared/store/table/connect.ts';
import { lineWorld } from '../../support/functions/line-world.ts';
import { asOperator } from '../../support/table/as-operator.ts';
import { testTable } from '../../support/table/table.ts';
import { operatorWorld } from '../operator-world.ts';

const NUMBER = '+821012345678';

describe('the audit trail after a change that was not made', () => {
  let table: Table;
  let partnerId: string;
  let line: string;
  let other: string;
  let terminated: string;
  beforeAll(async () => {
    table = await testTable();
    const lines = await lineWorld(table);
    partnerId = lines.partnerId;
    [line, other, terminated] = [await lines.line(), await lines.line(), await lines.line()];
    await lines.terminate(terminated);
  });
  type About = Parameters<typeof operatorWorld>[0];
  const afterRunning = async (words: readonly string[], about: About = {}) => {
    const { run } = await operatorWorld({ ...about, table });
    const before = await trail();
    const { code } = await run(...words);
    return { code, added: (await trail()).length - before.length };
  };
  const trail = async (): Promise<unknown[]> => (await operatorWorld({ table })).json('audit', 'list');
  const NONE = { code: 1, added: 0 };

  it.each([
    ['the partner does not exist', 'partner suspend --partner pt_nobody'],
    ['the partner whose quota it sets does not exist', 'partner quota --partner pt_nobody --quota 1'],
    ['the partner of the secret does not exist', 'secret rotate --partner pt_nobody'],
    ['the line does not exist', 'line set-plan --tenant tn_nobody --tier gold'],
    ['the call does not exist', 'call delete --tenant tn_nobody --call c-1'],
    ['the delivery does not exist', 'delivery replay --call c-1'],
    ['the file of calls is not JSON', 'call record --tenant tn_nobody --file calls.json'],
  ])('a change adds no entry to the audit trail if %s', async (_, words) => {
    expect(await afterRunning(words.split(' '), { files: { 'calls.json': 'no JSON' } })).toEqual(NONE);
  });

  it('an attempt to change a terminated line adds no entry to the audit trail', async () => {
    expect(await afterRunning(['line', 'set-plan', '--tenant', terminated, '--tier', 'gold'])).toEqual(NONE);
  });

  it('an attempt to attach the number of another line adds no entry to the audit trail', async () => {
    await attachNumber(asOperator(table), other, NUMBER);
    expect(await afterRunning(['line', 'attach-number', '--tenant', line, '--number', NUMBER])).toEqual(NONE);
    await detachNumber(asOperator(table), other);
  });

  it('attaching a number that the line already has adds no entry to the audit trail', async () => {
    const words = ['line', 'attach-number', '--tenant', line, '--number', NUMBER];
    expect(await afterRunning(words)).toEqual({ code: 0, added: 1 });
    expect(await afterRunning(words)).toEqual({ code: 0, added: 0 });
  });

  it('a change that the operator does not confirm adds no entry to the audit trail', async () => {
    const about = { agrees: false, parts: { keepsData: true } };
    expect(await afterRunning(['key', 'revoke', '--partner', partnerId], about)).toEqual(NONE);
  });

  it('the audit entry of a failed `restore copy` does not contain a phone number in `--key`', async () => {
    const { run, json } = await operatorWorld({ table });
    const restored = (await testTable()).name;
    const { err } = await run('restore', 'copy', '--from', restored, '--key', `NUMBER#${NUMBER} NUMBER`);
    expect(err).toContain(
      'The restored table has no such item, or the item belongs to no partner, line or call that can be read.',
    );
    const entries = await json('audit', 'list', '--action', 'restore copy');
    expect(entries).toMatchObject([{ state: 'failed' }]);
    expect(JSON.stringify(entries)).not.toContain(NUMBER);
  });

  it('a partner is not suspended if AWS does not identify the operator', async () => {
    const actor = async () => {
      throw new Error('STS is away');
    };
    expect(await afterRunning(['partner', 'suspend', '--partner', partnerId], { parts: { actor } })).toEqual(NONE);
    expect((await existingPartner(table, partnerId)).state).toBe('active');
  });
});
