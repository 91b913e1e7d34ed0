/**
 * Writes the cloud assembly of each named variation into a folder of that name: `node synthesize.ts FOLDER NAME...`.
 * Runs in its own process, because aws-cdk-lib loads and runs in half the time outside of Jest.
 */
import { mkdtempSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { acceptancesIn } from '../../lib/accepted-findings.ts';
import { serviceApp } from '../../lib/app.ts';
import { writeBundles } from './bundles.ts';
import { neutralSettings } from './neutral-settings.ts';
import { VARIATIONS } from './variations.ts';

const [folder = '', ...names] = process.argv.slice(2);
const bundlesDir = writeBundles(mkdtempSync(join(folder, 'bundles-')));

for (const [name, { stage, expiresAt, settings, context = {} }] of Object.entries(VARIATIONS)) {
  if (!names.includes(name)) continue;
  const outdir = mkdtempSync(join(folder, 'draft-'));
  const { app } = serviceApp({
    bundlesDir,
    settings: { ...neutralSettings(stage, expiresAt), ...settings },
    app: { outdir, context },
  });
  app.synth();
  writeFileSync(join(outdir, 'acceptances.json'), JSON.stringify(acceptancesIn(app)));
  // A rename is atomic, so that readers without a lock see all or nothing.
  renameSync(outdir, join(folder, name));
}
