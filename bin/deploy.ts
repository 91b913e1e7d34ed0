/** `npm run deploy -- --stage dev|staging|prod [--yes] [--dry-run]`: docs/deploy.md. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { confirm } from './confirm.ts';
import { findPlace } from './deploy/place.ts';
import { runDeploy } from './deploy/run.ts';

const root = join(import.meta.dirname, '..');
/** The pinned ones, whatever is on the PATH. */
const PROGRAMS = { build: 'bin/build.ts', cdk: 'node_modules/aws-cdk/bin/cdk' } as const;

process.exitCode = await runDeploy(process.argv.slice(2), {
  findPlace: () => findPlace(new CloudFormationClient({})),
  run: (program, args) =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [PROGRAMS[program], ...args], { cwd: root, stdio: 'inherit' });
      child.once('error', reject).once('exit', (code) => resolve(code ?? 1));
    }),
  confirm,
  readJson: (file) => JSON.parse(readFileSync(join(root, file), 'utf8')),
  out: console.log,
  err: console.error,
});
