import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { runOperator } from '../../../operator/program.ts';
import { prodAlarms } from './prod.ts';

const RUNBOOK = readFileSync(join(import.meta.dirname, '../../../docs/runbook.md'), 'utf8');
const { alarms } = prodAlarms();

/** Returns the anchor as GitHub does: lower case, without punctuation, with a hyphen for each space. */
const anchor = (heading: string) =>
  [...heading.toLowerCase()]
    .filter((letter) => /[a-z0-9 _-]/.test(letter))
    .join('')
    .replaceAll(' ', '-');

const withoutCode = RUNBOOK.replaceAll(/^```sh$[\s\S]*?^```$/gm, '');
const headings = [...withoutCode.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
const [, alarmChapter = ''] = RUNBOOK.split(/^# Alarms$/m);
const sections = alarmChapter
  .split(/^## /m)
  .slice(1)
  .map((text) => {
    const [heading = '', ...lines] = text.split('\n');
    return { heading, text: lines.join('\n') };
  });
/** Splits a command line as a shell does. */
const wordsOf = (line: string) =>
  [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, single, double, bare]) => single ?? double ?? bare ?? '');

/** Replaces each loop of the shell by the commands that it runs. */
const withoutLoops = (text: string) =>
  text
    .replaceAll(/for (\w+) in ([^;]+); do ([^;]+); done/g, (_, name: string, values: string, body: string) =>
      values
        .split(' ')
        .map((value) => body.replaceAll(`$${name}`, value))
        .join('\n'),
    )
    .replaceAll(/while [^;]+; do ([^;]+); done/g, '$1');

describe('the runbook', () => {
  it('the chapter Alarms of the runbook has exactly the sections that alarms link to', () => {
    const named = new Set(alarms.map(({ runbookAnchor }) => runbookAnchor));
    expect(sections.map(({ heading }) => anchor(heading)).sort()).toEqual([...named].sort());
  });

  it('no two headings of the runbook have the same anchor', () => {
    expect(new Set(headings.map(anchor)).size).toBe(headings.length);
  });

  it.each(sections)('the runbook says under "$heading" what to do about the alarm', ({ text }) => {
    const labels = [...text.matchAll(/^\*\*(\w+):\*\*/gm)].map(([, label]) => label);
    expect(labels.filter((label) => label !== 'Done')).toEqual(['Means', 'See', 'Do', 'Say']);
    expect(labels.slice(4)).toEqual(labels.includes('Done') ? ['Done'] : []);
    expect(text).toMatch(/^```sh\n(?:operator|logs|aws) /m);
  });

  const links = [...RUNBOOK.matchAll(/\]\(#([^)]+)\)/g)].map(([, target = '']) => target);
  it.each([...new Set(links)])('the runbook links only to headings that exist: %s', (target) => {
    expect(headings.map(anchor)).toContain(target);
  });

  const ofOperator = [...withoutLoops(RUNBOOK).matchAll(/(?:^ *|`)operator ([a-z][^`\n]+)/gm)].map(([, args = '']) =>
    args.trim(),
  );
  it.each([...new Set(ofOperator)])('the runbook uses only commands that exist: operator %s', async (args) => {
    const said: string[] = [];
    const exitCode = await runOperator(wordsOf(args), {
      out: (text) => said.push(text),
      err: (text) => said.push(text),
      connect: async () => Promise.reject(new Error('this test connects to no service')),
      confirm: async () => undefined,
    });
    expect({ said: said.join(''), exitCode }).toMatchObject({
      said: expect.stringContaining('connects to no service'),
      exitCode: 1,
    });
  });
});
