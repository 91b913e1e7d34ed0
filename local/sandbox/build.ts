/**
 * Builds the package `partner-lines-sandbox` into clients/sandbox/dist: the client for tests in both module forms, the
 * command, and the host with everything that it runs. `npm pack ./clients/sandbox` does this first.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import { buildAssets, scriptOptions as consoleScript } from '../../operator/console/server/assets.ts';
import { DEFAULT_SERVICE } from '../../partner-docs/site/facts.ts';
import { scriptOptions as docsScripts } from '../../partner-docs/site/scripts.ts';
import { buildSite } from '../../partner-docs/site/site.ts';
import { actions, bundleOptions } from '../../tooling/build/bundles.ts';
import { projectDir } from '../../tooling/project-dir.ts';
import { synthesized } from '../aws/cloudformation/synthesis.ts';
import { readStack } from '../aws/cloudformation/template.ts';
import { licencesOf } from './licences.ts';
import type { PackagedConsole, PackagedDocs } from './packaged.ts';

const ROOT = projectDir();
const PACKAGE = join(ROOT, 'clients/sandbox');
const DIST = join(PACKAGE, 'dist');

/** The package runs on this version and later. */
const COMMON = { bundle: true, platform: 'node', target: 'node22.13', logLevel: 'warning', charset: 'utf8' } as const;

/** The package has the results of the builds, watches no sources, and knows no deployed stack. */
const NEVER_LOADED = [
  'operator/console/server/assets.ts',
  'local/watch/watch.ts',
  'operator/connections/stack.ts',
  'partner-docs/site/site.ts',
];

rmSync(DIST, { recursive: true, force: true });
await Promise.all([buildClient(), buildHost(), copyStack().then(replaceDeliverWebhook), writeConsole(), writeDocs()]);
declareTypes();

async function buildClient() {
  const source = (name: string) => join(PACKAGE, 'src', `${name}.ts`);
  const common: BuildOptions = { ...COMMON };
  await build({
    ...common,
    entryPoints: [source('index'), source('cli')],
    splitting: true,
    format: 'esm',
    outdir: join(DIST, 'esm'),
    outExtension: { '.js': '.mjs' },
  });
  await build({
    ...common,
    entryPoints: [source('index')],
    format: 'cjs',
    define: { 'import.meta.dirname': '__dirname' },
    outdir: join(DIST, 'cjs'),
    outExtension: { '.js': '.cjs' },
  });
}

async function buildHost() {
  const { metafile } = await build({
    ...COMMON,
    absWorkingDir: ROOT,
    entryPoints: {
      main: 'local/sandbox/main.ts',
      watchdog: 'local/engines/watchdog.ts',
      'sqs-engine': 'local/aws/sqs/engine.ts',
    },
    outdir: join(DIST, 'host'),
    outExtension: { '.js': '.mjs' },
    splitting: true,
    minifyWhitespace: true,
    minifySyntax: true,
    format: 'esm',
    mainFields: ['module', 'main'],
    external: ['esbuild', ...NEVER_LOADED.map((file) => join(ROOT, file))],
    banner: {
      js: "import { createRequire as _require } from 'node:module'; const require = _require(import.meta.url);",
    },
    legalComments: 'none',
    metafile: true,
  });
  const scripts = await Promise.all([consoleScript(ROOT), ...docsScripts()].map(inputsOf));
  const inputs = [...Object.keys(metafile.inputs), ...(await inputsOfFunctions()), ...scripts.flat()];
  writeFileSync(join(DIST, 'LICENCES.txt'), licencesOf(ROOT, inputs));
}

/** Returns the files in the bundles of all functions. One bundle with all functions takes a third of the time. */
async function inputsOfFunctions() {
  const { entryPoints, ...options } = bundleOptions(actions(), DIST);
  const contents = Object.values(entryPoints).map((file) => `export * from './${file}';`);
  const all = { contents: contents.join('\n'), resolveDir: ROOT };
  return inputsOf({ ...options, stdin: all, minify: false, sourcemap: false, write: false });
}

async function inputsOf(options: BuildOptions): Promise<string[]> {
  const { metafile } = await build({ ...options, absWorkingDir: ROOT, metafile: true });
  return Object.keys(metafile.inputs);
}

/** Copies what the host reads of the synthesized stack: the templates and the bundles, without source maps. */
async function copyStack() {
  const from = await synthesized(ROOT);
  const to = join(DIST, 'host/stack');
  mkdirSync(to, { recursive: true });
  const manifests = readdirSync(from).filter(
    (name) => name === 'manifest.json' || /\.(template|assets)\.json$/.test(name),
  );
  for (const name of manifests) cpSync(join(from, name), join(to, name));
  const named = manifests.map((name) => readFileSync(join(from, name), 'utf8')).join();
  const assets = new Set(named.match(/asset\.[0-9a-f]{64}\b(?!\.)/g));
  for (const name of assets)
    cpSync(join(from, name), join(to, name), { recursive: true, filter: (path) => !path.endsWith('.map') });
}

/** Puts the sandbox's own `deliver-webhook` in the place of the deployed one. */
async function replaceDeliverWebhook() {
  const cdkOutDir = join(DIST, 'host/stack');
  const { functions } = readStack({ cdkOutDir, stage: 'dev', endpoints: { sqs: 'http://127.0.0.1' } });
  const replaced = functions.find(({ environment }) => environment['POWERTOOLS_SERVICE_NAME'] === 'deliver-webhook');
  if (replaced === undefined) throw new Error('The stack has no deliver-webhook');
  await build({
    ...bundleOptions([], replaced.codeDir),
    entryPoints: { index: 'local/sandbox/deliver-webhook/index.ts' },
    sourcemap: false,
  });
}

async function writeConsole() {
  const { document, files } = await buildAssets(ROOT);
  const content: PackagedConsole = { document, files: [...files] };
  mkdirSync(join(DIST, 'host'), { recursive: true });
  writeFileSync(join(DIST, 'host/console.json'), JSON.stringify(content));
  cpSync(join(ROOT, 'docs/runbook.md'), join(DIST, 'host/docs/runbook.md'));
}

async function writeDocs() {
  const content: PackagedDocs = { baseUrl: DEFAULT_SERVICE.baseUrl, files: [...buildSite()] };
  mkdirSync(join(DIST, 'host'), { recursive: true });
  writeFileSync(join(DIST, 'host/docs.json'), JSON.stringify(content));
}

/** Each module form has types of its own, because TypeScript takes the kind of a module from the name of the file. */
function declareTypes() {
  const tsc = fileURLToPath(new URL('bin/tsc', import.meta.resolve('@typescript/native/package.json')));
  const declared = join(DIST, 'types');
  execFileSync(process.execPath, [tsc, '-p', PACKAGE, '--outDir', declared], { stdio: 'inherit' });
  for (const name of readdirSync(declared)) {
    const text = readFileSync(join(declared, name), 'utf8');
    for (const [form, ending] of [
      ['esm', 'mts'],
      ['cjs', 'cts'],
    ] as const) {
      const imports = text.replaceAll(/(from '\.\/[\w-]+)\.ts'/g, `$1.${ending.replace('ts', 'js')}'`);
      writeFileSync(join(DIST, form, name.replace(/\.d\.ts$/, `.d.${ending}`)), imports);
    }
  }
  rmSync(declared, { recursive: true });
}
