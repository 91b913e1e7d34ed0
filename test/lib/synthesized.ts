import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import { serviceApp } from '../../lib/app.ts';
import { FUNCTION_NAMES } from '../../lib/rights.ts';

/** Both templates of a stage. The code of the functions does not matter to them, so each gets an empty file. */
export function synthesized(stage: string) {
  const scratch = mkdtempSync(join(tmpdir(), 'stack-test-'));
  const { data, service } = serviceApp({
    bundlesDir: emptyBundles(scratch),
    stage,
    app: { outdir: join(scratch, 'out') },
  });
  return { stateful: Template.fromStack(data), service: Template.fromStack(service) };
}

function emptyBundles(scratch: string): string {
  for (const action of FUNCTION_NAMES) {
    mkdirSync(join(scratch, action));
    writeFileSync(join(scratch, action, 'index.js'), '');
  }
  return scratch;
}
