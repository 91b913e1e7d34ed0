import { readFileSync } from 'node:fs';
import * as z from 'zod';

const test = z.object({ ancestorTitles: z.array(z.string()), title: z.string(), status: z.string() });
const report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numFailedTestSuites: z.number(),
  testResults: z.array(z.object({ assertionResults: z.array(test) })),
});

/** Reads what Jest has written with `--json --outputFile`. Throws if there is no report. */
export function readReport(path: string) {
  const { testResults, ...counts } = report.parse(JSON.parse(readFileSync(path, 'utf8')));
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  /** Returns the titles of the tests with this status, each after the titles of the blocks around it. */
  const titles = (status: 'passed' | 'failed') =>
    tests.filter((one) => one.status === status).map(({ ancestorTitles, title }) => [...ancestorTitles, title]);
  return { ...counts, titles };
}
