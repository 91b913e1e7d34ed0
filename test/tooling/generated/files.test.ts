import { describe, expect, it } from '@jest/globals';
import { generatedFiles } from '../../../tooling/generated/files.ts';
import { projectDir } from '../../../tooling/project-dir.ts';
import { acceptances, synthesized } from '../../lib/synthesized.ts';

const files = generatedFiles(projectDir(), (stage) => ({ ...synthesized(stage), acceptances: acceptances(stage) }));

describe('a generated file', () => {
  it.each(files)('a generated file is up to date (if not, run npm run generate): $file', async ({ present, text }) => {
    expect(present).toBe(await text());
  });
});
