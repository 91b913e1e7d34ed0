/** `npm run -s rights`: prints the IAM policy for a task. Flags: `npm run -s rights -- --help`. */
import { stageSettings } from '../lib/stages.ts';
import { connectAws } from '../tooling/deploy/aws/aws.ts';
import { runIn } from '../tooling/deploy/tool.ts';
import { runRights } from '../tooling/rights/policies/run.ts';

process.exitCode = await runRights(process.argv.slice(2), {
  settingsOf: stageSettings,
  aws: connectAws,
  run: runIn(process.cwd()),
  out: console.log,
  err: console.error,
});
