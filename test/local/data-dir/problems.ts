/** Prints, as JSON, the problem that stops the start of the service on each folder: `node problems.ts FOLDER...`. */
import { problemOfStart } from '../../support/service/problem-of-start.ts';

const problems: string[] = [];
for (const dataDir of process.argv.slice(2)) problems.push(await problemOfStart('--data', dataDir));
process.stdout.write(JSON.stringify(problems));
