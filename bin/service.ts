import { join } from 'node:path';
import { serviceApp } from '../lib/app.ts';

/**
 * The CDK app: `cdk synth|diff|deploy -c stage=dev|staging|prod`. Without the CLI: `CDK_OUTDIR=cdk.out node bin/service.ts`.
 * `--unchecked` leaves out the rules of cdk-nag and of CloudFormation: the local service starts in half the time.
 */
const isChecked = !process.argv.includes('--unchecked');

try {
  const bundlesDir = join(import.meta.dirname, '../dist/functions');
  const { app } = serviceApp({ bundlesDir });
  if (isChecked) (await import('../lib/checks.ts')).addChecks(app);
  app.synth();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
