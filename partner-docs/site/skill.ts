import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fillInFacts } from './page-text.ts';

const FOLDER = join(import.meta.dirname, '../skills');

/** A file of the skill for coding agents: https://agentskills.io */
export interface SkillFile {
  readonly name: string;
  readonly title: string;
  readonly text: string;
}

/**
 * Returns the files of the skill, SKILL.md first. In the texts, `{{name}}` stands for a fact, and `{{site}}` for the
 * address of the pages. Agents copy the files elsewhere, so links to pages are relative only if the address is unknown.
 */
export function skillFiles(
  facts: Readonly<Record<string, string | number>>,
  docsUrl: string | undefined,
): readonly SkillFile[] {
  const files = globSync('**/*.md', { cwd: FOLDER }).toSorted();
  return files.map((file) => {
    const name = `skills/${file}`;
    const site = docsUrl ?? relative(dirname(name), '.');
    const text = fillInFacts(readFileSync(join(FOLDER, file), 'utf8'), { ...facts, site }, name);
    return { name, title: /^# (.+)$/m.exec(text)?.[1] ?? file, text };
  });
}
