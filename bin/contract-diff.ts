/**
 * `npm run contract:diff -- old.json new.json`: lists the differences between two OpenAPI documents, and marks those
 * that break clients. The command fails if any difference breaks clients.
 */
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { differences } from '../partner-docs/diff/documents.ts';
import { EXIT } from '../tooling/command-line/problem.ts';

const document = z.looseObject({ openapi: z.string(), paths: z.looseObject({}) });
const [before, after, ...others] = process.argv.slice(2).map(readDocument);

if (before && after && others.length === 0) printDifferences(differences(before, after));
else exitWithProblem('Usage: npm run contract:diff -- old.json new.json');

function readDocument(file: string): z.infer<typeof document> {
  try {
    return document.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return exitWithProblem(`${file} is not a readable OpenAPI document`);
  }
}

function printDifferences(found: ReturnType<typeof differences>): void {
  for (const { where, what, breaks } of found) console.log(`${breaks ? 'BREAKS ' : 'fits   '} ${where}: ${what}`);
  const breaking = found.filter(({ breaks }) => breaks).length;
  console.log(`Differences: ${found.length}; breaking for clients: ${breaking}`);
  process.exitCode = breaking > 0 ? EXIT.notDone : EXIT.done;
}

function exitWithProblem(sentence: string): never {
  console.error(sentence);
  process.exit(EXIT.wrongCommandLine);
}
