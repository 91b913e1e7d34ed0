/** `npm run capacity:examples`: writes the present output of the planner into the examples of docs/scale.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withExamples } from '../tooling/capacity/examples.ts';

const file = join(import.meta.dirname, '../docs/scale.md');
writeFileSync(file, withExamples(readFileSync(file, 'utf8')));
