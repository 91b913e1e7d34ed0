/**
 * `npm test`: runs every check and test suite, then prints one line that counts them. A check that is not a test suite
 * counts as one test. All of them run even when one fails, so that one run reports every failure.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkNames, runCheck } from './checks/checks.ts';
import { CONTRACT_ROWS, rowsWithoutTest } from './shared/contract/rows.ts';
import { readReport } from './support/jest/report.ts';
import { findChromium, HOW_TO_GET_CHROMIUM } from './support/machine/chromium.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'npm-test-'));
const passedTitles: string[] = [];

interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly skipped?: number;
}

Object.assign(process.env, {
  // Tests start the service and the operator's tool hundreds of times; each start compiles the same modules.
  NODE_COMPILE_CACHE: join(scratch, 'compiled'),
});

const isFine = (child: ChildProcess) =>
  new Promise<boolean>((resolve) => {
    child.once('error', (error) => {
      process.stderr.write(`${error.message}\n`);
      resolve(false);
    });
    child.once('close', (code) => resolve(code === 0));
  });

const PASSED: Count = { passed: 1, failed: 0 };
const FAILED: Count = { passed: 0, failed: 1 };

function skipped(name: string, why: string): Count {
  process.stdout.write(`\n== SKIPPED: ${name} (${why})\n`);
  return { passed: 0, failed: 0, skipped: 1 };
}

/** Runs one linter. Prints its output only at the end, because test suites print at the same time. */
async function check(name: string): Promise<Count> {
  const { isPassed, output } = await runCheck(ROOT, name);
  process.stdout.write(`\n== ${name}\n${output}`);
  return isPassed ? PASSED : FAILED;
}

async function jest(
  name: string,
  args: readonly string[],
  env: Record<string, string> = {},
  wrapper: readonly string[] = [],
): Promise<Count> {
  process.stdout.write(`\n== ${name}\n`);
  const report = join(scratch, `${name.replaceAll(' ', '-')}.json`);
  const [command, ...before] = [...wrapper, process.execPath];
  const child = spawn(
    command ?? '',
    [...before, 'node_modules/jest/bin/jest.js', '--json', `--outputFile=${report}`, ...args],
    { cwd: ROOT, env: { ...process.env, ...env }, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  return countsIn(report, await isFine(child));
}

/** Counts the tests in a Jest report. A suite that could not be loaded counts as a failed test. */
function countsIn(report: string, fine: boolean): Count {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites, titles } = readReport(report);
    passedTitles.push(...titles('passed').map((path) => path.join(' ')));
    const failed = Math.max(numFailedTests, numFailedTestSuites, fine ? 0 : 1);
    return { passed: numPassedTests, failed, skipped: numPendingTests };
  } catch (error) {
    process.stderr.write(`No report of these tests: ${error}\n`);
    return FAILED;
  }
}

/**
 * Runs the store tests, and those of the in-memory table, again on Amazon's own engine. That engine listens on all
 * interfaces, so it runs in a network namespace that has only loopback.
 */
async function storesOnDynamoDbLocal(): Promise<Count> {
  const inNamespace = ['unshare', '--net', '--map-root-user', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];
  const possible = [
    ['java', '-version'],
    [...inNamespace, 'true'],
  ].every(([command = '', ...args]) => spawnSync(command, args).status === 0);
  if (!possible) return skipped('stores on DynamoDB Local', 'needs Java 17, unshare and ip');
  const options = [
    '--selectProjects',
    'parts',
    '--testPathPatterns',
    'test/(shared/store|operator/records)/',
    'test/proof/memory-table',
  ];
  // Fewer generated runs than on the fast engine, because each one creates tables.
  const env = { TEST_ENGINE: 'dynamodb-local', PROOF_RUNS: '6' };
  return jest('stores on DynamoDB Local', options, env, inNamespace);
}

/** Tests the documentation pages in a real browser, as a reader opens them, with a hostile page among them. */
async function pagesInABrowser(): Promise<Count> {
  if (findChromium() === undefined) return skipped('pages in a browser', HOW_TO_GET_CHROMIUM);
  return jest('pages in a browser', ['--selectProjects', 'browser']);
}

/** Checks that each row of the contract's tables is in the title of a passed test. */
function contractRows(): Count {
  const missing = rowsWithoutTest(passedTitles);
  process.stdout.write(
    `\n== contract rows\n${CONTRACT_ROWS.length - missing.length} of ${CONTRACT_ROWS.length} rows have a passing test\n`,
  );
  for (const row of missing) process.stdout.write(`no passing test names [${row}]\n`);
  return missing.length === 0 ? PASSED : FAILED;
}

/** Runs the tasks one after another. */
async function inTurn(tasks: readonly (() => Promise<Count>)[]): Promise<Count[]> {
  const counts: Count[] = [];
  for (const task of tasks) counts.push(await task());
  return counts;
}

// The checks need the processor, while most tests wait for engines, retries and timeouts. So both run at the same time.
// A browser and a service that is measured would slow each other down.
const done = await Promise.all([
  inTurn([...checkNames(ROOT).map((name) => () => check(name)), storesOnDynamoDbLocal]),
  jest('unit and parts', ['--selectProjects', 'unit', 'parts']),
  inTurn([() => jest('end to end', ['--selectProjects', 'e2e']), pagesInABrowser]),
]);
const counts = [...done.flat(), contractRows()];
rmSync(scratch, { recursive: true, force: true });

const sum = (pick: (count: Count) => number) => counts.reduce((total, count) => total + pick(count), 0);
const failed = sum((count) => count.failed);
const left = sum((count) => count.skipped ?? 0);
process.stdout.write(
  `\n${sum((count) => count.passed)} passed, ${failed} failed${left > 0 ? `, ${left} skipped` : ''}\n`,
);
process.exitCode = failed > 0 ? 1 : 0;
