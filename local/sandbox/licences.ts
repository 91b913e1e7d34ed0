import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const manifest = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  author: z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]).optional(),
});

const STANDARD_TEXTS = join(import.meta.dirname, 'licence-texts');

/** Returns the licence, with its text, of each package that a bundle contains. `inputs` are paths from the root. */
export function licencesOf(root: string, inputs: readonly string[]): string {
  const folders = new Set(inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []));
  return [...folders]
    .sort()
    .map((folder) => licenceIn(join(root, folder)))
    .join(`\n${'-'.repeat(80)}\n\n`);
}

function licenceIn(folder: string): string {
  const found = manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file));
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8'));
  return [
    `${found.name} ${found.version} (${found.license})`,
    ...(texts.length > 0 ? texts : standardTexts(folder, found)),
  ].join('\n\n');
}

/** Returns the copyright notice and the licence's standard text. */
function standardTexts(folder: string, { name, license, author = '' }: z.infer<typeof manifest>): string[] {
  const text = join(STANDARD_TEXTS, `${license}.txt`);
  if (!existsSync(text)) throw new Error(`${name} comes without the text of its licence: add the text as ${text}`);
  const readme = readdirSync(folder).find((file) => /^readme\.md$/i.test(file));
  const notice = readme && /copyright .*/i.exec(readFileSync(join(folder, readme), 'utf8'))?.[0];
  return [notice ?? `Copyright ${author}`, readFileSync(text, 'utf8')];
}
