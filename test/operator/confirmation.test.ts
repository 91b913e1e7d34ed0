import { describe, expect, it } from '@jest/globals';
import { COMMANDS } from '../../operator/commands.ts';
import { existingPartner } from '../../operator/records/partner-changes.ts';
import { lineWorld } from '../support/functions/line-world.ts';
import { testTable } from '../support/table/table.ts';
import { operatorWorld } from './operator-world.ts';

const PROD = { stackName: 'partner-lines-prod-service', keepsData: true };

const HARMFUL = [
  ['key rotate --partner pt_1', 'partner pt_1'],
  ['key revoke --partner pt_1', 'partner pt_1'],
  ['partner suspend --partner pt_1', 'partner pt_1'],
  ['secret rotate --partner pt_1', 'partner pt_1'],
  ['call delete --tenant tn_1 --call c-1', 'call c-1 of line tn_1'],
  ['partner delete --partner pt_1', 'partner pt_1'],
  ['restore copy --from other', 'from table other'],
  ['retention apply', 'older than the callsDays'],
  ['line release --tenant tn_1', 'line tn_1'],
  ['dlq drop --queue dead-letters --message m-1', 'message m-1 from the queue dead-letters'],
] as const;
/** A new command must be listed here or above, so that somebody decides whether it needs a confirmation. */
const HARMLESS = [
  ...['partner create', 'partner list', 'partner show', 'partner activate', 'partner quota', 'webhook show'],
  ...['partner health', 'partner contact', 'partner update', 'partner export'],
  ...['line show', 'line attach-number', 'line release-number', 'line set-plan', 'line set-integration'],
  ...[
    'call record',
    'call show',
    'call trace',
    'call refused',
    'call reconcile',
    'delivery list',
    'delivery show',
    'delivery replay',
    'sweep',
    'dlq list',
    'dlq redrive',
  ],
  ...[
    'find',
    'line list',
    'delivery minutes',
    'delivery counts',
    'queue list',
    'queue ages',
    'console',
    'mapping list',
    'mapping disable',
    'mapping enable',
    'audit list',
    'alarms',
    'slo',
    'doctor',
    'verify',
    'restore compare',
  ],
];
const LINES = HARMFUL.map(([line]) => line);

describe('a harmful command', () => {
  it('asks for confirmation, and a harmless command does not', () => {
    const namesOf = (isHarmful: boolean) =>
      Object.entries(COMMANDS).flatMap(([name, one]) => (one.isHarmful === isHarmful ? [name] : []));
    expect(namesOf(true).sort()).toEqual(HARMFUL.map(([line]) => line.split(' ').slice(0, 2).join(' ')).sort());
    expect(namesOf(false).sort()).toEqual(HARMLESS.sort());
  });

  it.each(HARMFUL)(
    'names the service and the target in its question, and does nothing without consent: %s',
    async (line, what) => {
      const { run, questions } = await operatorWorld({ agrees: false, parts: PROD });
      expect(await run(...line.split(' '))).toEqual({ code: 1, out: '', err: 'Nothing was done.\n' });
      expect(questions).toEqual([expect.stringMatching(/^On partner-lines-prod-service: This .*\. Continue\?$/)]);
      expect(questions[0]).toContain(what);
    },
  );

  it.each(LINES)('does nothing without a terminal, and names the flag --yes: %s', async (line) => {
    const { run } = await operatorWorld({ parts: PROD });
    expect(await run(...line.split(' '))).toEqual({
      code: 1,
      out: '',
      err: 'Nothing was done, because there is no terminal to ask on. Add --yes to change partner-lines-prod-service.\n',
    });
  });

  it.each(LINES)('asks nothing with --yes, or on a stage that keeps no data: %s', async (line) => {
    const kept = await operatorWorld({ parts: PROD });
    const thrownAway = await operatorWorld();
    for (const { run, questions, words } of [
      { ...kept, words: [...line.split(' '), '--yes'] },
      { ...thrownAway, words: line.split(' ') },
    ]) {
      // These ids do not exist, so the command itself fails.
      expect((await run(...words)).err).not.toContain('Nothing was done');
      expect(questions).toEqual([]);
    }
  });

  it('runs after the person agrees', async () => {
    const table = await testTable();
    const { partnerId } = await lineWorld(table);
    const { run, questions } = await operatorWorld({ table, agrees: true, parts: PROD });
    expect((await run('partner', 'suspend', '--partner', partnerId)).code).toBe(0);
    expect(questions).toHaveLength(1);
    expect((await existingPartner(table, partnerId)).state).toBe('suspended');
  });

  it('asks nothing when the command line is invalid', async () => {
    const { run, questions } = await operatorWorld({ agrees: true, parts: PROD });
    expect((await run('partner', 'suspend', '--yes')).code).toBe(2);
    expect((await run('partner', 'list', '--yes')).code).toBe(2);
    expect(questions).toEqual([]);
  });
});
