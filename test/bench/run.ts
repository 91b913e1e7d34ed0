/**
 * `npm run bench -- [--json] [--only NAME] [--full] [--write]` measures but does not judge: it exits with 0 for any
 * figures. `--json` prints them as JSON. `--write` writes them, with plots, into docs/performance.md.
 */
import { parseArgs } from 'node:util';
import { BENCHES } from './benches.ts';
import type { Figure, Size } from './figure.ts';
import { asTable, writeReport } from './report.ts';

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

const size: Size = full ? 'full' : 'usual';
const say = (text: string) => void process.stderr.write(`${text}\n`);
const figures: (Figure & { readonly bench: string })[] = [];
for (const [index, { name, about, measure }] of wanted.entries()) {
  const startedMs = performance.now();
  say(`== ${index + 1} of ${wanted.length}: ${name} (${about})`);
  const measured = await measure({ size, say: (text) => say(`   ${text}`) });
  figures.push(...measured.figures.map((figure) => ({ bench: name, ...figure })));
  if (write) writeReport(name, measured, new Date());
  say(`   ${((performance.now() - startedMs) / 1000).toFixed(0)} s`);
}
process.stdout.write(json ? `${JSON.stringify(figures, null, 2)}\n` : `${asTable(figures)}\n`);
