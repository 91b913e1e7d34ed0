import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MISTAKES } from './mistakes.ts';
import type { WhatTheAppSays } from './try-app.ts';

const PROGRAM = fileURLToPath(new URL('./try-app.ts', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'app-test-'));
afterAll(() => rmSync(scratch, { recursive: true }));

let said: WhatTheAppSays;
beforeAll(async () => {
  // The rules make much garbage. Its collection on several threads would need half as much time again.
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
  // For plain prod, see `npm run synth` in command-line.test.ts.
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
  it.each(MISTAKES)("CloudFormation's rules find $what", ({ finding }) => {
    expect(said.mistakes).toContainEqual(expect.stringMatching(finding));
  });

  it('the rules of CloudFormation have version 1.14.0', () => {
    expect(said.version).toBe('1.14.0');
  });
});
