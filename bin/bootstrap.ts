/** `npm run bootstrap -- --stage dev|staging|prod`: see docs/deploy.md. */
import { join } from 'node:path';
import { stageSettings } from '../lib/stages.ts';
import { awsIn } from '../tooling/deploy/aws/aws.ts';
import { runBootstrap } from '../tooling/deploy/bootstrap.ts';
import { runIn } from '../tooling/deploy/programs.ts';

process.exitCode = await runBootstrap(process.argv.slice(2), {
  settingsOf: stageSettings,
  aws: awsIn,
  // tooling/deploy has no cdk.json, so CDK finds no app there.
  run: runIn(join(import.meta.dirname, '../tooling/deploy')),
  out: console.log,
  err: console.error,
});
