import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Pages for partners link to each other as they are served, and have tests of their own. */
const documents = execFileSync('git', ['ls-files', '*.md', ':!partner-docs/pages'], { cwd: ROOT, encoding: 'utf8' })
  .trim()
  .split('\n');

it.each(documents)('%s links to nothing that is not there', (document) => {
  const targets = readFileSync(join(ROOT, document), 'utf8').matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g);
  const missing = [...targets]
    .map(([, target = '']) => target)
    .filter((target) => !existsSync(join(ROOT, dirname(document), target)));
  expect(missing).toEqual([]);
});
