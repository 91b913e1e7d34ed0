/** `npm run bootstrap -- --stage STAGE`: sets up CDK in the account and region of a stage, once. */
import { join } from 'node:path';
import { stageSettings } from '../lib/stages.ts';
import { connectAws } from '../tooling/deploy/aws/aws.ts';
import { runBootstrap } from '../tooling/deploy/bootstrap.ts';
import { runIn } from '../tooling/deploy/tool.ts';

process.exitCode = await runBootstrap(process.argv.slice(2), {
  settingsOf: stageSettings,
  aws: connectAws,
  // CDK runs in tooling/deploy, which has no cdk.json. Otherwise it would first synthesize the app, which needs built
  // functions.
  run: runIn(join(import.meta.dirname, '../tooling/deploy')),
  out: console.log,
  err: console.error,
});
