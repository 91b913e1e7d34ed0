/**
 * `npm run bench -- [--json] [--only NAME] [--full] [--write]`: measures and judges nothing: it ends with 0 whatever the
 * figures. `--json` prints them for machines; `--write` puts table and plots into docs/performance.md's folder.
 */
import { parseArgs } from 'node:util';
import { consumption } from './consumption/bench.ts';
import type { Bench, Figure } from './figure.ts';
import { asTable } from './table.ts';

const BENCHES: readonly Bench[] = [consumption];

const { json, only, full } = parseArgs({
  options: { json: { type: 'boolean' }, only: { type: 'string' }, full: { type: 'boolean' } },
}).values;
const wanted = BENCHES.filter(({ name }) => only === undefined || name === only);
if (wanted.length === 0) {
  process.stderr.write(`No bench is called ${only}: ${BENCHES.map(({ name }) => name).join(', ')}\n`);
  process.exit(2);
}

const say = (text: string) => void process.stderr.write(`${text}\n`);
const figures: (Figure & { readonly bench: string })[] = [];
for (const [index, { name, about, measure }] of wanted.entries()) {
  say(`== ${index + 1} of ${wanted.length}: ${name} (${about})`);
  const measured = await measure({ full: full ?? false, say: (text) => say(`   ${text}`) });
  figures.push(...measured.figures.map((figure) => ({ bench: name, ...figure })));
}
process.stdout.write(json ? `${JSON.stringify(figures, null, 2)}\n` : `${asTable(figures)}\n`);
