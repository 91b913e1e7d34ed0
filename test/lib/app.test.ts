import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import recommended from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' };
import cdk from '../../cdk.json' with { type: 'json' };
import { temporaryFolder } from '../support/temporary-folder.ts';
import { MISTAKES } from './mistakes.ts';
import { synthesized } from './synthesized.ts';
import { propertiesOf } from './template-reader.ts';
import type { WhatTheAppSays } from './try-app.ts';

const PROGRAM = fileURLToPath(new URL('./try-app.ts', import.meta.url));
const scratch = temporaryFolder('app-test-');

let said: WhatTheAppSays;
beforeAll(async () => {
  // The rules create much garbage. Collecting it on several threads would take 50 % longer.
  const { stdout } = await promisify(execFile)(process.execPath, ['--single-threaded-gc', PROGRAM, scratch]);
  said = JSON.parse(stdout);
});

describe('the CDK app', () => {
  it('the CDK app rejects a misspelt context key', () => {
    expect(said.contexts['misspelt key']).toContain(
      'Unknown context "stgae": only "stage", "commit" and "expiresAt" are known',
    );
  });

  it("the CDK app accepts CDK's own context keys", () => {
    expect(said.contexts["CDK's own keys"]).toContain('Unknown stage "nowhere"');
  });
});

describe('the rules of cdk-nag and CDK', () => {
  // For plain prod, see command-line.test.ts.
  it.each(['prod with every setting', 'staging', 'dev'] as const)(
    'cdk-nag and CDK report nothing in %s except findings that our code accepts with a reason',
    (name) => {
      expect(said.variations[name]).toBe('');
    },
  );

  it('a warning of CDK or a finding of cdk-nag makes the synthesis fail', () => {
    expect(said.warnings).toContain('AwsSolutions-SQS3');
    expect(said.warnings).toContain("'KEY_ONLY' is not one of");
  });
});

describe('the rules of CloudFormation during a synthesis', () => {
  it.each(MISTAKES)("CloudFormation's rules find %s", (_what, _stack, _right, _wrong, finding) => {
    expect(said.mistakes).toContainEqual(expect.stringMatching(finding));
  });

  it("CDK's plugin that checks CloudFormation's rules has version 1.14.0", () => {
    expect(said.version).toBe('1.14.0');
  });
});

describe('an account with a CDK bootstrap of its own', () => {
  const { service, stateful } = synthesized('prod with every setting');

  it('the templates of a stage use the qualifier of the CDK bootstrap that its settings name', () => {
    expect(JSON.stringify([service, stateful])).toContain('/cdk-bootstrap/acme/version');
    expect(JSON.stringify([service, stateful])).not.toContain('hnb659fds');
  });

  it('every role of a stage has the permissions boundary that its settings name', () => {
    for (const { PermissionsBoundary } of [
      ...propertiesOf(service, 'AWS::IAM::Role'),
      ...propertiesOf(stateful, 'AWS::IAM::Role'),
    ])
      expect(JSON.stringify(PermissionsBoundary)).toContain(':policy/AcmeBoundary');
  });
});

describe('the feature flags of CDK', () => {
  it('cdk.json has every feature flag that this version of CDK recommends', () => {
    expect(Object.keys(cdk.context)).toEqual(expect.arrayContaining(Object.keys(recommended)));
  });

  it('cdk.json sets the references between the stacks to `strong`', () => {
    expect(cdk.context).toMatchObject({ '@aws-cdk/core:defaultCrossStackReferences': 'strong' });
  });
});
