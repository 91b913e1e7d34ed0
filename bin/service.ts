import { join } from 'node:path';
import { serviceApp } from '../lib/app.ts';

/**
 * The CDK app: `cdk synth|diff|deploy -c stage=dev|staging|prod`. Without the CLI: `CDK_OUTDIR=cdk.out node bin/service.ts`.
 * `--local` is for `npm start`: with the alarms of a stage that has nobody on call, and without the rules of cdk-nag and of
 * CloudFormation, so that the service starts in half the time.
 */
const isLocal = process.argv.includes('--local');

try {
  const bundlesDir = join(import.meta.dirname, '../dist/functions');
  const { app } = serviceApp({ bundlesDir, ...(isLocal && { hasAlarms: true }) });
  if (!isLocal) (await import('../lib/checks.ts')).addChecks(app);
  app.synth();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
