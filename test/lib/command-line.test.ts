import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { freshTree, typed } from '../tooling/deploy/fresh-tree.ts';
import { writeBundles } from './bundles.ts';

const { root, edit, remove } = freshTree();
afterAll(remove);

/** Starts the CDK app as the CLI does, with the context that `-c` gives. */
const synthesize = (context: Record<string, string>) =>
  typed('node bin/service.ts', root, {
    CDK_OUTDIR: join(root, 'cdk.out'),
    CDK_CONTEXT_JSON: JSON.stringify(context),
  });

describe('npm run synth', () => {
  it('rejects an unknown stage in one sentence', async () => {
    const { code, err } = await synthesize({ stage: 'production' });
    expect({ code, err }).toEqual({
      code: 1,
      err: 'Unknown stage "production": choose one of dev, staging, prod\n',
    });
  });

  it('accepts prod with a warning for each missing setting, although a deployment would be rejected', async () => {
    writeBundles(join(root, 'dist/functions'));
    const { code, err } = await synthesize({ stage: 'prod' });
    expect({ code, err }).toEqual({
      code: 0,
      err: expect.stringMatching(
        /^Warning: Stage prod .* lib\/stages\.ts\.\nWarning: Nobody .* by hand to the topics of the stage\.\n$/,
      ),
    });
  });

  it('rejects a stack that breaks a rule, and names the invalid value', async () => {
    edit('lib/data/table.ts', 'stream: StreamViewType.KEYS_ONLY', "stream: 'KEY_ONLY' as StreamViewType");
    const { code, err } = await synthesize({ stage: 'dev' });
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining("'KEY_ONLY' is not one of") });
  });
});
