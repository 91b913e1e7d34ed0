import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { runOperator } from '../../../operator/program.ts';
import { prodAlarms } from './prod.ts';

const RUNBOOK = readFileSync(join(import.meta.dirname, '../../../docs/runbook.md'), 'utf8');
const { alarms, logGroups } = prodAlarms();

/** As GitHub makes them: lower case, punctuation left out, a hyphen for each space. */
const anchor = (heading: string) =>
  [...heading.toLowerCase()]
    .filter((letter) => /[a-z0-9 _-]/.test(letter))
    .join('')
    .replaceAll(' ', '-');

const headings = [...RUNBOOK.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
const [, alarmChapter = ''] = RUNBOOK.split(/^# Alarms$/m);
const sections = alarmChapter
  .split(/^## /m)
  .slice(1)
  .map((text) => {
    const [heading = '', ...lines] = text.split('\n');
    return { heading, text: lines.join('\n') };
  });
const commandsIn = (text: string) =>
  [...text.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
    block
      .split('\n')
      .map((line) => line.trim())
      // The same command for the local service follows as a comment.
      .filter((line) => line !== '' && !line.startsWith('#')),
  );

describe('the runbook', () => {
  it('has a heading for every alarm, and no heading without an alarm', () => {
    const named = new Set(alarms.map(({ runbookAnchor }) => runbookAnchor));
    expect(sections.map(({ heading }) => anchor(heading)).sort()).toEqual([...named].sort());
  });

  it('has no two headings that would have the same anchor', () => {
    expect(new Set(headings.map(anchor)).size).toBe(headings.length);
  });

  it.each(sections)('says under "$heading" what it means, whom it harms, and what to do', ({ text }) => {
    for (const part of ['Means', 'Partners', 'First', 'Stop the harm', 'replay', 'escalate']) {
      expect(text.toLowerCase()).toContain(part.toLowerCase());
    }
    expect(commandsIn(text).length).toBeGreaterThanOrEqual(3);
  });

  const links = [...RUNBOOK.matchAll(/\]\(#([^)]+)\)/g)].map(([, target = '']) => target);
  it.each([...new Set(links)])('leads to a heading that is there: %s', (target) => {
    expect(headings.map(anchor)).toContain(target);
  });

  const ofOperator = [...RUNBOOK.matchAll(/npm run -s operator -- ([^`\n#]+)/g)].map(([, args = '']) => args.trim());
  it.each([...new Set(ofOperator)])('names a command line that there is: operator %s', async (args) => {
    const said: string[] = [];
    const exitCode = await runOperator(args.split(' '), {
      out: (text) => said.push(text),
      err: (text) => said.push(text),
      connect: async () => Promise.reject(new Error('nothing is asked of a service here')),
      confirm: async () => undefined,
    });
    expect({ said: said.join(''), exitCode }).toMatchObject({
      said: expect.stringContaining('nothing is asked'),
      exitCode: 1,
    });
  });

  const logs = [...RUNBOOK.matchAll(/\/partner-lines\/prod\/[a-z-]+/g)].map(([name]) => name);
  it.each([...new Set(logs)])('reads a log that there is: %s', (name) => {
    expect(logGroups).toContain(name);
  });
});
