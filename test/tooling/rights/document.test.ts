import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { serviceApp } from '../../../lib/app.ts';
import { stageSettings } from '../../../lib/stages.ts';
import { rightsOf } from '../../../tooling/rights/from-app.ts';
import { holdersIn } from '../../../tooling/rights/roles.ts';
import { emptyBundles } from '../../lib/synthesized.ts';

const scratch = mkdtempSync(join(tmpdir(), 'rights-test-'));
afterAll(() => rmSync(scratch, { recursive: true }));

describe('docs/rights.md', () => {
  it('says what would be deployed to prod; if not, npm run rights writes it anew', () => {
    const app = { outdir: join(scratch, 'out') };
    const made = serviceApp({ bundlesDir: emptyBundles(scratch), settings: stageSettings('prod'), app });
    expect(readFileSync(new URL('../../../docs/rights.md', import.meta.url), 'utf8')).toBe(rightsOf(made));
  });

  it('cannot leave out a resource that it has no name for', () => {
    const statement = { Effect: 'Allow', Action: 's3:GetObject', Resource: 'arn:aws:s3:::recordings/*' };
    const role = {
      AssumeRolePolicyDocument: { Statement: [{ Principal: { Service: 'lambda.amazonaws.com' } }] },
      Policies: [{ PolicyDocument: { Statement: [statement] } }],
    };
    const template = { Resources: { Role: { Type: 'AWS::IAM::Role', Properties: role } } };
    expect(() => holdersIn(template)).toThrow('no name for the resource "arn:aws:s3:::recordings/*"');
  });
});
