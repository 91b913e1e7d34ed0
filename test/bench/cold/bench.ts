import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROUTES } from '../../../shared/contract/routes.ts';
import { type Bundle, buildBundles } from '../../../tooling/build/bundles.ts';
import { builtFunctions } from '../../support/functions/built.ts';
import type { Bench, Figure, Plot } from '../figure.ts';
import { inRotation, median, pairedRatios, summary } from '../statistics.ts';
import { contentsOf } from './contents.ts';
import { type ColdStart, startStage } from './stage.ts';

const ROUNDS = { short: 1, usual: 7, full: 7 };
/** The endpoint whose first invocation has a goal. Like `bound.ts`, it reads in one round trip. */
const GET = 'get-tenant';

const total = ({ initMs, firstMs }: ColdStart) => initMs + firstMs;

/** Measures the first invocation of each function in a fresh process of the same Node, with the engine in another. */
export const cold: Bench = {
  name: 'cold',
  about: 'loading a shipped bundle and its first invocation, beside a request signed by hand',
  async measure({ size, say }) {
    const folder = mkdtempSync(join(tmpdir(), 'bench-cold-'));
    // Only tests run the short form. A run of tests builds the functions anyway, so the short form uses these builds.
    const { folder: functions, bundles } =
      size === 'short' ? await builtFunctions() : { folder, bundles: await buildBundles(folder) };
    const stage = await startStage(functions, folder);
    try {
      say(`${bundles.length} functions and the bound, ${ROUNDS[size]} rounds`);
      const starts = await inRotation(ROUNDS[size], stage.variants);
      const bound = (starts['bound'] ?? []).map(total);
      const cpuOf = (name: string) => (starts[name] ?? []).map(({ cpuMs }) => cpuMs);
      const ratios = (name: string) => summary(pairedRatios((starts[name] ?? []).map(total), bound));
      return {
        figures: [
          { name: `${GET} ÷ bound`, ...ratios(GET), unit: '', goal: { atMost: 2.75 } },
          {
            name: `${GET} ÷ bound, CPU`,
            ...summary(pairedRatios(cpuOf(GET), cpuOf('bound'))),
            unit: '',
          },
          ...bundles
            // Only the size of `check-version` is measured, because nobody waits for the response of this function.
            .filter(({ action }) => action !== GET && action in starts)
            .map(({ action }): Figure => ({ name: `${action} ÷ bound`, ...ratios(action), unit: '' })),
          { name: 'bound', ...summary(bound), unit: 'ms' },
          ...bundles.map(sizeOf),
        ],
        plots: [partsPlot(starts), contentsPlot(bundles)],
      };
    } finally {
      await stage.stop();
      rmSync(folder, { recursive: true });
    }
  },
};

/** Endpoints whose response a person may be waiting for. */
const READING: ReadonlySet<string> = new Set(
  ROUTES.filter(({ method }) => method === 'GET').map(({ action }) => action),
);

const kilobytes = (bytes: number) => bytes / 1024;

const sizeOf = ({ action, bytes }: Bundle): Figure => ({
  name: `bundle of ${action}`,
  value: kilobytes(bytes),
  unit: 'KB',
  ...(READING.has(action) ? { goal: { atMost: 260 } } : {}),
});

const partsPlot = (starts: Readonly<Record<string, readonly ColdStart[]>>): Plot => ({
  kind: 'bars',
  name: 'cold-start',
  title: 'Median cold start of each function: loading and first call',
  valueLabel: 'ms from the bundle’s first line to the first answer',
  bars: Object.entries(starts).map(([name, rounds]) => ({
    name,
    parts: [
      { name: 'init: load the bundle', value: median(rounds.map(({ initMs }) => initMs)) },
      { name: 'first call', value: median(rounds.map(({ firstMs }) => firstMs)) },
    ],
  })),
});

const contentsPlot = (bundles: readonly Bundle[]): Plot => ({
  kind: 'bars',
  name: 'bundle-contents',
  title: 'Size of each bundle, by package',
  valueLabel: 'KB minified',
  bars: bundles.map(({ action, bytesOf }) => ({
    name: action,
    parts: contentsOf(bytesOf).map(({ part, bytes }) => ({ name: part, value: kilobytes(bytes) })),
  })),
});
