/** `npm run deploy`: deploys, checks, rolls back or removes a stage. Flags: `npm run deploy -- --help`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { stageSettings } from '../lib/stages.ts';
import { confirm } from '../tooling/command-line/confirm.ts';
import { connectAws } from '../tooling/deploy/aws/aws.ts';
import { commitIn } from '../tooling/deploy/commit.ts';
import { runDeploy } from '../tooling/deploy/run.ts';
import { runIn } from '../tooling/deploy/tool.ts';
import { versionsIn } from '../tooling/deploy/versions.ts';

const root = join(import.meta.dirname, '..');

process.exitCode = await runDeploy(process.argv.slice(2), {
  settingsOf: stageSettings,
  aws: connectAws,
  run: runIn(root),
  confirm,
  now: () => new Date(),
  pause,
  commit: () => commitIn(root),
  versions: versionsIn(root),
  readJson: (file) => JSON.parse(readFileSync(join(root, file), 'utf8')),
  out: console.log,
  err: console.error,
});
