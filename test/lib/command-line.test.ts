import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { freshTree, typed } from '../tooling/deploy/fresh-tree.ts';
import { writeBundles } from './bundles.ts';

const { root, remove } = freshTree();
afterAll(remove);

/** The CDK app as the CLI starts it, with context as `-c` gives it. */
const synthesize = (context: Record<string, string>) =>
  typed('node bin/service.ts', root, {
    CDK_OUTDIR: join(root, 'cdk.out'),
    CDK_CONTEXT_JSON: JSON.stringify(context),
  });

describe('npm run synth', () => {
  it('rejects a stage that there is not in one sentence', async () => {
    const { code, err } = await synthesize({ stage: 'production' });
    expect({ code, err }).toEqual({
      code: 1,
      err: 'Unknown stage "production": choose one of dev, staging, prod\n',
    });
  });

  it('finds nothing to reject in prod, and only warns of what a deployment would be refused for', async () => {
    writeBundles(join(root, 'dist/functions'));
    const { code, err } = await synthesize({ stage: 'prod' });
    expect({ code, err }).toEqual({
      code: 0,
      err: expect.stringMatching(/^Warning: Stage prod .* lib\/stages\.ts\.\nWarning: Nobody .* by hand\.\n$/),
    });
  });
});
