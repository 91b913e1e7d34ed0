import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freshTree, typed } from '../tooling/deploy/fresh-tree.ts';
import { writeBundles } from './bundles.ts';

const { root, edit, remove } = freshTree();
afterAll(remove);

/** Starts the CDK app as the CLI does with `-c`. Collecting garbage on one thread costs less. */
const synthesize = (context: Record<string, string>) =>
  typed('node --single-threaded-gc bin/cdk-app.ts', root, {
    CDK_OUTDIR: join(root, 'cdk.out'),
    CDK_CONTEXT_JSON: JSON.stringify(context),
  });

describe('`bin/cdk-app.ts`', () => {
  it('`bin/cdk-app.ts` rejects an unknown stage in one sentence', async () => {
    const { code, err } = await synthesize({ stage: 'production' });
    expect({ code, err }).toEqual({
      code: 1,
      err: 'Unknown stage "production": choose one of dev, staging, prod, kr-prod, ca-prod\n',
    });
  });

  describe('`bin/cdk-app.ts` with an invalid value in the template of prod', () => {
    let code: number | null;
    let err: string;
    beforeAll(async () => {
      edit('lib/data/table.ts', 'stream: StreamViewType.KEYS_ONLY', "stream: 'KEY_ONLY' as StreamViewType");
      writeBundles(join(root, 'dist/functions'));
      ({ code, err } = await synthesize({ stage: 'prod' }));
    });

    it('`bin/cdk-app.ts` warns that prod names no account and no on-call addresses', () => {
      expect(err).toMatch(
        /^Warning: Stage prod .* lib\/stages\.ts\.\nWarning: Nobody .* by hand to the topics of the stage\.\n/,
      );
    });

    it('`bin/cdk-app.ts` fails at an invalid value in prod with an error that names the value', () => {
      expect(code).toBe(1);
      expect(err).toContain("'KEY_ONLY' is not one of");
      // CDK ends each finding with this advice.
      expect(err.match(/Acknowledge with '.*'/g)).toEqual(["Acknowledge with 'Strict-CloudFormation-rules::W3030'"]);
    });
  });
});
