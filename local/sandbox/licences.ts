import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const manifest = z.object({ name: z.string(), version: z.string(), license: z.string().default('see the package') });

/** Returns the licences of all packages of which a bundle contains a file. `inputs` are paths from the root. */
export function licencesOf(root: string, inputs: readonly string[]): string {
  const folders = new Set(inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []));
  return [...folders]
    .sort()
    .map((folder) => licenceIn(join(root, folder)))
    .join(`\n${'-'.repeat(80)}\n\n`);
}

function licenceIn(folder: string): string {
  const { name, version, license } = manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  const texts = readdirSync(folder).filter((file) => /^(licen[cs]e|notice)/i.test(file));
  return [`${name} ${version} (${license})`, ...texts.map((file) => readFileSync(join(folder, file), 'utf8'))].join(
    '\n\n',
  );
}
