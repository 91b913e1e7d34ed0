/** `npm run docs`: writes the documentation into dist/docs, which opens from disk. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { buildSite } from '../partner-docs/site/site.ts';

const folder = join(import.meta.dirname, '../dist/docs');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [file, content] of buildSite()) writeFileSync(join(folder, file), content);
console.log(`${relative(process.cwd(), folder)}/index.html`);
