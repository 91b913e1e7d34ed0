import { describe, expect, it } from '@jest/globals';
import { keys } from '../../shared/store/table/keys.ts';
import { EXIT, Problem } from '../../tooling/command-line/problem.ts';
import { changeItem } from '../support/functions/deliveries.ts';
import { operatorWorld } from './operator-world.ts';

const SCOPES = '--scopes: must be one or more of tenants,config,calls,webhooks';

describe('invalid command lines of the operator tool', () => {
  it.each([
    ['nonsense', "unknown command 'nonsense'"],
    ['partner nonsense', "unknown command 'nonsense'"],
    ['partner list --verbose', "unknown option '--verbose'"],
    ['partner list extra', 'too many arguments'],
    ['partner create --name Acme', "required option '--scopes <scopes>'"],
    ['partner create --name Acme --scopes tenants,every,thing', `error: ${SCOPES}\n`],
    ['partner create --name Acme --scopes ', `error: ${SCOPES}\n`],
    ['partner create --name  --scopes tenants', '--name: must have at least 1 character'],
    ['partner create --name Acme --scopes tenants --quota many', '--quota: must be a whole number'],
    ['partner quota --partner pt_1 --quota -1', '--quota: must be a whole number, or the word none'],
    ['partner suspend', "required option '--partner <partner>'"],
    ['line attach-number --tenant tn_1 --number 01012345678', '--number: must be an E.164 number'],
    ['line attach-number --tenant tn_1 --number +0123456789', '--number: must be an E.164 number'],
    ['line set-plan --tenant tn_1', 'give --tier, --status or both'],
    ['line set-integration --tenant tn_1 --provider c --connected true', '--provider: must be one of a, b'],
    ['line set-integration --tenant tn_1 --provider a --connected yes', '--connected'],
    ['delivery list --partner pt_1 --status lost', '--status'],
    ['delivery replay', 'give either --call, or --partner with --since'],
    ['delivery replay --partner pt_1', 'give either --call, or --partner with --since'],
    ['delivery replay --call c --partner pt_1 --since 0', 'give either --call, or --partner with --since'],
    ['delivery replay --partner pt_1 --since yesterday', '--since: must be a time with a zone, such as'],
    ['delivery replay --partner pt_1 --since 20261123', '--since: must be a time with a zone, such as'],
    ['delivery replay --partner pt_1 --since 2026-11-22T02:00:00', '--since: must be a time with a zone, such as'],
    ['delivery replay --partner pt_1 --since 2026-11-22', '--since: must be a time with a zone, such as'],
    ['delivery replay --partner pt_1 --since 2026-02-30T02:00:00Z', '--since: must be a time with a zone, such as'],
    ['delivery replay --partner pt_1 --since 0 --status delivered', '--status'],
    ['mapping disable --name everything', '--name: must be one of intake, relay, deliver, deliver-slow, deliver-hung'],
    [`find --text ${'x'.repeat(201)}`, '--text: must have at most 200 characters'],
    ['partner list --reason why', "unknown option '--reason'"],
    ['partner list --yes', "unknown option '--yes'"],
    ['partner suspend --partner pt_1 --reason ', '--reason: must have at least 1 character'],
    [`partner suspend --partner pt_1 --reason ${'x'.repeat(201)}`, '--reason: must have at most 200 characters'],
    ['audit list --limit 0', '--limit: must be a whole number from 1 to 99999'],
    ['audit list --since yesterday', '--since: must be a time with a zone, such as'],
    ['--data .local --stack s partner list', "'--stack <name>' cannot be used with option '--data <folder>'"],
    ['partner list --stack s --data .local', "'--stack <name>' cannot be used with option '--data <folder>'"],
  ])('the wrong command line `%s` ends with exit code 2 and says what is wrong', async (line, said) => {
    const { run, chosen } = await operatorWorld();
    const { code, out, err } = await run(...line.split(' '));
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(said);
    expect(chosen).toEqual([]);
  });

  it('the operator tool lists its commands if the command line names none', async () => {
    const { run } = await operatorWorld();
    const { code, err } = await run();
    expect(code).toBe(2);
    expect(err.replaceAll(/\s+/g, ' ')).toContain('suspend | activate');
  });
});

describe('the command line of the operator tool', () => {
  it('the operator tool ends with exit code 0 after `--help`', async () => {
    const { run } = await operatorWorld();
    expect(await run('delivery', 'replay', '--help')).toMatchObject({ code: 0, err: '' });
  });

  it.each([
    ['partner list', { data: '.local' }],
    ['--data elsewhere partner list', { data: 'elsewhere' }],
    ['partner list --data elsewhere', { data: 'elsewhere' }],
    ['--stack partner-lines-dev-service partner list', { data: '.local', stack: 'partner-lines-dev-service' }],
  ])('the operator tool runs the command line `%s` on the service %j', async (line, choice) => {
    const { run, chosen } = await operatorWorld();
    expect(await run(...line.split(' '))).toMatchObject({ code: 0 });
    expect(chosen).toEqual([choice]);
  });

  it('the operator tool prints JSON with `--json`, and a table or fields without it', async () => {
    const { json, run } = await operatorWorld();
    const { partnerId } = await json('partner', 'create', '--name', 'Acme', '--scopes', 'tenants,calls');
    expect(JSON.parse((await run('partner', 'list', '--json')).out)).toMatchObject([{ partnerId, quota: null }]);
    const { out } = await run('partner', 'list');
    expect(out).toMatch(/^.*partnerId.*\n/);
    expect(out).toContain('tenants, calls');
    expect((await run('partner', 'show', '--partner', partnerId)).out).toMatch(/state +active\n/);
  });

  it('the error about an unreadable stored attribute contains its name, but not its value', async () => {
    const { json, run, table } = await operatorWorld();
    const { partnerId } = await json('partner', 'create', '--name', 'Acme', '--scopes', 'tenants');
    await changeItem(table, keys.partner(partnerId), { lineCount: 'private' });
    expect(await run('partner', 'show', '--partner', partnerId)).toEqual({
      code: 1,
      out: '',
      err: 'Not done: a stored item or a response has a form that this tool does not know (lineCount).\n',
    });
  });

  const awsFailing = (error: Error) =>
    operatorWorld({
      lambda: () => {
        throw error;
      },
    });

  it.each([
    ['CredentialsProviderError', 'Could not load credentials from any providers', 'No AWS credentials were found'],
    ['Error', 'Region is missing', 'No AWS region is set: export AWS_REGION='],
  ])(
    'the operator tool explains how to reach AWS if the AWS SDK fails with %s: %s',
    async (name, message, sentence) => {
      const { run } = await awsFailing(Object.assign(new Error(message), { name }));
      const { code, err } = await run('mapping', 'list');
      expect([code, err]).toEqual([1, expect.stringContaining(sentence)]);
    },
  );

  it('the operator tool prints the error on one line if the service does not respond', async () => {
    const rejected = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' });
    const { code, err } = await (await awsFailing(rejected)).run('mapping', 'list');
    expect([code, err]).toEqual([1, 'Not done: ECONNREFUSED, connect ECONNREFUSED 127.0.0.1:1\n']);
  });

  it('the operator tool ends with the exit code that a `Problem` names', async () => {
    const { run } = await awsFailing(new Problem('Wrong.', EXIT.wrongCommandLine));
    expect(await run('mapping', 'list')).toMatchObject({ code: EXIT.wrongCommandLine, err: 'Wrong.\n' });
  });
});
