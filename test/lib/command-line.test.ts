import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';

const outdir = mkdtempSync(join(tmpdir(), 'service-test-'));
afterAll(() => rmSync(outdir, { recursive: true }));

/** The CDK app as the CLI starts it, with context as `-c` gives it. */
const synthesize = (context: Record<string, string>) =>
  new Promise<{ code: unknown; said: string }>((resolve) => {
    const env = { ...process.env, CDK_OUTDIR: outdir, CDK_CONTEXT_JSON: JSON.stringify(context) };
    execFile(process.execPath, ['bin/service.ts'], { env }, (error, _stdout, said) =>
      resolve({ code: error?.code ?? 0, said }),
    );
  });

describe('npm run synth', () => {
  it.each([
    [{ stage: 'production' }, 'Unknown stage "production": choose one of dev, staging, prod\n'],
    [{ stgae: 'prod' }, 'Unknown context "stgae": only "stage" and "commit" are known\n'],
  ])('answers %j with one sentence and no stack', async (context, sentence) => {
    expect(await synthesize(context)).toEqual({ code: 1, said: sentence });
  });
});
