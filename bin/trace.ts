/** `npm run -s trace -- --stack NAME < lines`: turns the stack traces in log lines into places in the source. */
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connectAws } from '../tooling/deploy/aws/aws.ts';
import { buildForTrace } from '../tooling/trace/builds.ts';
import { runTrace } from '../tooling/trace/run.ts';

const root = join(import.meta.dirname, '..');

process.exitCode = await runTrace(process.argv.slice(2), {
  deployedCommit: (stack) => connectAws(undefined).stackOutput(stack, 'Commit'),
  bundlesOf: (commit) => buildForTrace(root, commit),
  readInput: () => text(process.stdin),
  out: (lines) => process.stdout.write(lines),
  err: console.error,
});
