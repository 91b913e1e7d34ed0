import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { parseOptions } from '../../../local/sandbox/options.ts';
import { projectDir } from '../../../tooling/project-dir.ts';

it.each(['rateLimit', 'signatureClock'] as const)('the package documents the default of the option `%s`', (name) => {
  const read = (file: string) => readFileSync(join(projectDir(), 'clients/sandbox', file), 'utf8');
  const { [name]: byDefault } = parseOptions('{}');
  expect(read('README.md')).toContain(`| \`${name}\` | \`'${byDefault}'\` (default)`);
  const comment = read('src/types.ts').split(`readonly ${name}?:`)[0]?.split('/**').at(-1);
  expect(comment).toContain(`Default: \`${byDefault}\`.`);
});
