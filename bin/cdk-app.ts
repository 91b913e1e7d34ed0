import { join } from 'node:path';
import { serviceApp } from '../lib/app.ts';
import { localSettings } from '../lib/stages.ts';
import { problemsOfSettings } from '../tooling/deploy/problems.ts';

/**
 * The CDK app: `cdk synth|diff|deploy -c stage=STAGE`. Without the CLI: `CDK_OUTDIR=cdk.out node bin/cdk-app.ts`. `npm
 * start` passes `--local`. With this flag, the app has the `localSettings`, and leaves out the checks of cdk-nag and of
 * CloudFormation, because they take seconds.
 */
const isLocal = process.argv.includes('--local');
/** The error message if the functions are not built. `cdk` itself does not build them. */
const NOT_BUILT =
  'The functions are not built. Use npm run synth, npm run deploy or npm run bootstrap instead: these commands build what they need.';

const bundlesDir = join(import.meta.dirname, '../dist/functions');

try {
  const { app, settings } = serviceApp({ bundlesDir, ...(isLocal && { settings: localSettings() }) });
  if (!isLocal) (await import('../lib/checks.ts')).addChecks(app);
  for (const problem of problemsOfSettings(settings)) console.error(`Warning: ${problem}`);
  app.synth();
} catch (error) {
  const why = error instanceof Error ? error.message : String(error);
  console.error(why.startsWith(`Cannot find asset at ${bundlesDir}`) ? NOT_BUILT : why);
  process.exitCode = 1;
}
