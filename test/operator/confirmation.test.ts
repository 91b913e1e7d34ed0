import { describe, expect, it } from '@jest/globals';
import { COMMANDS } from '../../operator/commands.ts';
import { existingPartner } from '../../operator/records/partner-changes.ts';
import { lineWorld } from '../support/functions/line-world.ts';
import { testTable } from '../support/table/table.ts';
import { EVERY_COMMAND, wordsOf } from './every-command.ts';
import { operatorWorld } from './operator-world.ts';

const PROD = { stackName: 'partner-lines-prod-service', keepsData: true };

const NAMES = {
  ...{ partner: 'pt_1', line: 'tn_1', half: 'tn_1', call: 'c-1', name: 'Acme', message: 'm-1', table: 'other' },
  file: 'out.ndjson',
};
const HARMFUL = Object.entries(EVERY_COMMAND).flatMap(([name, { harm }]) =>
  harm === undefined ? [] : [[name, harm] as const],
);
const NAMED = HARMFUL.map(([name]) => name);

describe('the confirmation of harmful operator commands', () => {
  it('the harmful commands are exactly the commands that this test names', () => {
    const harmful = Object.entries(COMMANDS).flatMap(([name, { isHarmful }]) => (isHarmful ? [name] : []));
    expect(harmful.sort()).toEqual(NAMED.toSorted());
  });

  it.each(HARMFUL)(
    'on a stage that keeps its data, the command `%s` asks for confirmation, and names the stack and the harm',
    async (name, what) => {
      const { run, questions } = await operatorWorld({ agrees: false, parts: PROD });
      expect(await run(...wordsOf(name, NAMES))).toEqual({ code: 1, out: '', err: 'Nothing was done.\n' });
      expect(questions).toEqual([expect.stringMatching(/^On partner-lines-prod-service: This .*\. Continue\?$/)]);
      expect(questions[0]).toContain(what);
    },
  );

  it.each(NAMED)(
    'on a stage that keeps its data, the command `%s` fails without a terminal and without `--yes`',
    async (name) => {
      const { run } = await operatorWorld({ parts: PROD });
      expect(await run(...wordsOf(name, NAMES))).toEqual({
        code: 1,
        out: '',
        err: 'Nothing was done, because there is no terminal on which to ask. Add --yes to change partner-lines-prod-service.\n',
      });
    },
  );

  it.each(NAMED)(
    'the command `%s` does not ask for confirmation with `--yes`, or on a stage that keeps no data',
    async (name) => {
      const kept = await operatorWorld({ parts: PROD });
      const thrownAway = await operatorWorld();
      for (const { run, questions, words } of [
        { ...kept, words: [...wordsOf(name, NAMES), '--yes'] },
        { ...thrownAway, words: wordsOf(name, NAMES) },
      ]) {
        // These ids do not exist, so the command itself fails.
        expect((await run(...words)).err).not.toContain('Nothing was done');
        expect(questions).toEqual([]);
      }
    },
  );

  it('the question of the command `restore copy` contains the key in `--key`', async () => {
    const { run, questions } = await operatorWorld({ agrees: false, parts: PROD });
    await run('restore', 'copy', '--from', 'other', '--key', 'LINE#tn_1 AGENT');
    expect(questions).toEqual([expect.stringContaining('in place of LINE#tn_1 AGENT.')]);
  });

  it('a harmful command runs after a person has agreed', async () => {
    const table = await testTable();
    const { partnerId } = await lineWorld(table);
    const { run, questions } = await operatorWorld({ table, agrees: true, parts: PROD });
    expect((await run('partner', 'suspend', '--partner', partnerId)).code).toBe(0);
    expect(questions).toHaveLength(1);
    expect((await existingPartner(table, partnerId)).state).toBe('suspended');
  });

  it('a harmful command does not ask for confirmation if its command line is invalid', async () => {
    const { run, questions } = await operatorWorld({ agrees: true, parts: PROD });
    expect((await run('partner', 'suspend')).code).toBe(2);
    expect(questions).toEqual([]);
  });
});
