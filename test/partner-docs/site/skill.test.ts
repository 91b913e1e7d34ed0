import { posix } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { buildSite } from '../../../partner-docs/site/site.ts';

const site = buildSite();
const skill = [...site].filter(([file]) => file.startsWith('skills/'));
const textOf = (file: string) => site.get(`skills/partner-lines/${file}`) ?? '';

describe("the documentation's skill for coding agents", () => {
  it('the file SKILL.md has the front matter of an agent skill', () => {
    const [, name, description = ''] =
      /^---\nname: (.+)\ndescription: (.+)\n[\s\S]*?\n---\n/.exec(textOf('SKILL.md')) ?? [];
    expect(name).toBe('partner-lines');
    expect(description).toMatch(/Use when/);
    expect(description.length).toBeLessThanOrEqual(1_024);
  });

  it('the file SKILL.md has fewer than 120 lines', () => {
    expect(textOf('SKILL.md').split('\n').length).toBeLessThan(120);
  });

  it.each(skill)('every link of the skill file %s leads to an existing file', (file, text) => {
    const links = [...text.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link);
    const missing = links.filter((link) => !site.has(posix.join(posix.dirname(file), link)));
    expect(missing).toEqual([]);
  });

  it('SKILL.md links to every reference of the skill', () => {
    const references = skill.map(([file]) => file).filter((file) => file.includes('/references/'));
    expect(references.length).toBeGreaterThan(0);
    for (const file of references) expect(textOf('SKILL.md')).toContain(`(references/${posix.basename(file)})`);
  });

  it.each([
    ['the raw body', /raw body/i],
    ['verifying on arrival', /Verify on arrival/],
    ['storing before responding', /Store the event, respond with 2xx, then process it/],
    ['a unique callId', /unique key on `callId`/],
    ['unknown events', /2xx to an event that you do not know/],
    ['the status after a failed verification', /error\.httpStatus/],
    ['several secrets', /list of secrets/],
    ['npx with --no', /npx --no --/],
  ])('SKILL.md has the rule about %s', (_rule, words) => {
    expect(textOf('SKILL.md')).toMatch(words);
  });

  it('SKILL.md contains the address of the documentation site if this address is known', () => {
    const text = buildSite({ docsUrl: 'https://docs.example' }).get('skills/partner-lines/SKILL.md') ?? '';
    expect(text).toMatch(/^npm install https:\/\/docs\.example\/packages\/partner-lines-client-[\d.]+\.tgz /m);
    expect(text).toContain('](https://docs.example/errors.md)');
    expect(text).not.toContain('DOCS_URL');
  });
});
