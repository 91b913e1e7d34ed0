/**
 * `npm run check`: runs every check that is not a test suite. Prints the output of the failed ones, then one line that
 * counts them.
 */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { runChecks } from './checks/checks.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

const results = await runChecks(ROOT, availableParallelism());
const failed = results.filter(({ isPassed }) => !isPassed);
for (const { name, output } of failed) process.stdout.write(`\n== ${name}\n${output}`);
const names = failed.map(({ name }) => name).join(', ');
process.stdout.write(
  failed.length === 0
    ? `${results.length} checks passed\n`
    : `\n${failed.length} of ${results.length} failed: ${names}\n`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
