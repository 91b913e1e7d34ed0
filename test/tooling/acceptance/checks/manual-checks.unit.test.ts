import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { MANUAL_CHECKS } from '../../../../tooling/acceptance/checks/manual-checks.ts';

const guide = readFileSync('docs/deploy.md', 'utf8');
const table = guide.slice(guide.indexOf('## What only a real account can show'));

it('docs/deploy.md lists as many manual checks as the acceptance tool', () => {
  const [rows = ''] = table.split('\n## ', 1);
  const found = rows
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1);
  expect(found).toHaveLength(MANUAL_CHECKS.length);
});

it.each(MANUAL_CHECKS.map(({ name }) => [name]))('docs/deploy.md has a row for the manual check: %s', (name) => {
  expect(table).toContain(`| ${name}`);
});
