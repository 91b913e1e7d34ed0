/** `npm run rights`: writes docs/rights.md from the stage prod. A test fails if it is out of date. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceApp } from '../lib/app.ts';
import { stageSettings } from '../lib/stages.ts';
import { buildBundles } from '../tooling/build/bundles.ts';
import { rightsOf } from '../tooling/rights/from-app.ts';

const root = join(import.meta.dirname, '..');
const bundlesDir = join(root, 'dist/functions');
await buildBundles(bundlesDir);
writeFileSync(join(root, 'docs/rights.md'), rightsOf(serviceApp({ bundlesDir, settings: stageSettings('prod') })));
console.log('docs/rights.md');
