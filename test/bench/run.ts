/**
 * `npm run bench -- [--json] [--only NAME] [--full] [--write]` measures but does not judge: it exits with 0 for any
 * figures. `--json` prints them as JSON. `--write` writes them, with plots, into docs/performance.md.
 */
import { parseArgs } from 'node:util';
import { cold } from './cold/bench.ts';
import { consumption } from './consumption/bench.ts';
import { fairness } from './fairness/bench.ts';
import type { Bench, Figure } from './figure.ts';
import { growth } from './growth/bench.ts';
import { pipeline } from './pipeline/bench.ts';
import { writeReport } from './report.ts';
import { sender } from './sender/bench.ts';
import { asTable } from './table.ts';
import { warm } from './warm/bench.ts';

const BENCHES: readonly Bench[] = [cold, warm, sender, consumption, growth, pipeline, fairness];

const { json, only, full, write } = parseArgs({
  options: {
    json: { type: 'boolean' },
    only: { type: 'string' },
    full: { type: 'boolean' },
    write: { type: 'boolean' },
  },
}).values;
const wanted = BENCHES.filter(({ name }) => only === undefined || name === only);
if (wanted.length === 0) {
  process.stderr.write(`No bench is called ${only}: ${BENCHES.map(({ name }) => name).join(', ')}\n`);
  process.exit(2);
}

const say = (text: string) => void process.stderr.write(`${text}\n`);
const figures: (Figure & { readonly bench: string })[] = [];
for (const [index, { name, about, measure }] of wanted.entries()) {
  const startedMs = performance.now();
  say(`== ${index + 1} of ${wanted.length}: ${name} (${about})`);
  const measured = await measure({ full: full ?? false, say: (text) => say(`   ${text}`) });
  figures.push(...measured.figures.map((figure) => ({ bench: name, ...figure })));
  if (write) writeReport(name, measured, new Date());
  say(`   ${((performance.now() - startedMs) / 1000).toFixed(0)} s`);
}
process.stdout.write(json ? `${JSON.stringify(figures, null, 2)}\n` : `${asTable(figures)}\n`);
