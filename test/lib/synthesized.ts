import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import { serviceApp } from '../../lib/app.ts';
import { FUNCTION_NAMES } from '../../lib/rights.ts';

/** Both templates of a stage. The code of the functions does not matter to them, so each gets an empty file. */
export function synthesized(stage: string) {
  const scratch = mkdtempSync(join(tmpdir(), 'stack-test-'));
  try {
    const app = { outdir: join(scratch, 'out') };
    const { data, service } = serviceApp({ bundlesDir: emptyBundles(scratch), stage, app });
    return { stateful: Template.fromStack(data), service: Template.fromStack(service) };
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

function emptyBundles(scratch: string): string {
  for (const action of FUNCTION_NAMES) {
    mkdirSync(join(scratch, action));
    writeFileSync(join(scratch, action, 'index.js'), '');
  }
  return scratch;
}
