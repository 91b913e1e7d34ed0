import { join } from 'node:path';
import { serviceApp } from '../lib/app.ts';

/** The CDK app: `cdk synth|diff|deploy -c stage=dev|staging|prod`. Without the CLI: `CDK_OUTDIR=cdk.out node bin/service.ts`. */
try {
  serviceApp({ bundlesDir: join(import.meta.dirname, '../dist/functions') }).app.synth();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
