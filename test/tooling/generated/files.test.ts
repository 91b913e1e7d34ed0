import { expect, it } from '@jest/globals';
import { generatedFiles } from '../../../tooling/generated/files.ts';
import { projectDir } from '../../../tooling/project-dir.ts';
import { acceptances, synthesized } from '../../lib/synthesized.ts';

const files = generatedFiles(projectDir(), (stage) => ({ ...synthesized(stage), acceptances: acceptances(stage) }));

it.each(files)('the generated file $file is up to date; if not, run `npm run generate`', async ({ present, text }) => {
  expect(present).toBe(await text());
});
