/**
 * Builds the package `partner-lines-sandbox` into clients/sandbox/dist: the client for tests in both module forms, the
 * command, and the host with everything that it runs. `npm pack ./clients/sandbox` builds the package first. The optional
 * argument is JSON: a folder instead of clients/sandbox, a folder with the other packages, and the settings of the
 * pages.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import * as z from 'zod';
import type { Tarballs } from '../../partner-docs/packages/downloads.ts';
import { pack } from '../../partner-docs/packages/pack.ts';
import { scriptOptions as docsScripts } from '../../partner-docs/site/scripts.ts';
import type { SiteSettings } from '../../partner-docs/site/settings.ts';
import { buildSite } from '../../partner-docs/site/site.ts';
import { bundleOptions, functionNames } from '../../tooling/build/bundles.ts';
import { projectDir } from '../../tooling/project-dir.ts';
import { synthesizeIfChanged } from '../aws/cloudformation/synthesis.ts';
import { readStacks } from '../aws/cloudformation/template.ts';
import { licencesOf } from './licences.ts';
import { SANDBOX_SITE } from './packaged-files.ts';
import { trimmedManifest, trimmedTemplate } from './trimmed-stack.ts';

const ROOT = projectDir();
const PACKAGE = join(ROOT, 'clients/sandbox');

const given = z
  .object({
    into: z.string().default(PACKAGE),
    packages: z.string().optional(),
    settings: z
      .object({
        docsUrl: z.string().optional(),
        company: z.string().optional(),
        support: z.string().optional(),
        statusPage: z.string().optional(),
        terms: z.string().optional(),
      } satisfies Record<Exclude<keyof SiteSettings, 'baseUrl' | 'testBaseUrl' | 'callsDays'>, z.ZodType>)
      .default({}),
  })
  .parse(JSON.parse(process.argv[2] ?? '{}'));
const DIST = join(given.into, 'dist');

/** The target is the lowest version of Node in the `package.json` of the package. */
const COMMON = { bundle: true, platform: 'node', target: 'node22.13', logLevel: 'warning', charset: 'utf8' } as const;

/**
 * Modules that the package leaves out. The package contains the results of the builds, watches no sources, and connects
 * to no deployed stack.
 */
const NEVER_LOADED = [
  'local/watch/watch.ts',
  'operator/connections/stack.ts',
  'partner-docs/packages/pack.ts',
  'partner-docs/site/site.ts',
].map((file) => join(ROOT, file));

const leavesOut: Plugin = {
  name: 'leaves out',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.ts$/ }, ({ path }) => (NEVER_LOADED.includes(path) ? { contents: '' } : undefined)),
};

rmSync(DIST, { recursive: true, force: true });
await Promise.all([buildClient(), buildHost(), copyStack().then(replaceDeliverWebhook), writeDocs()]);
writeTypes();

async function buildClient() {
  const source = (name: string) => join(PACKAGE, 'src', `${name}.ts`);
  const common: BuildOptions = { ...COMMON, absWorkingDir: ROOT };
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
    plugins: [leavesOut],
    banner: {
      js: "import { createRequire as _require } from 'node:module'; const require = _require(import.meta.url);",
    },
    legalComments: 'none',
    metafile: true,
  });
  const scripts = await Promise.all(docsScripts().map(buildToListInputs));
  const inputs = [...Object.keys(metafile.inputs), ...(await inputsOfFunctions()), ...scripts.flat()];
  writeFileSync(join(DIST, 'LICENCES.txt'), licencesOf(ROOT, inputs));
}

/** Returns the source files of all functions. One build for all of them takes 33 % of the time of separate builds. */
async function inputsOfFunctions() {
  const { entryPoints, ...options } = bundleOptions(functionNames(), DIST);
  const contents = Object.values(entryPoints).map((file) => `export * from './${file}';`);
  const all = { contents: contents.join('\n'), resolveDir: ROOT };
  return buildToListInputs({ ...options, stdin: all, minify: false, sourcemap: false, write: false });
}

async function buildToListInputs(options: BuildOptions): Promise<string[]> {
  const { metafile } = await build({ ...options, absWorkingDir: ROOT, metafile: true });
  return Object.keys(metafile.inputs);
}

/** Writes the parts of the synthesized stack that the host reads, without source maps. */
async function copyStack() {
  const from = await synthesizeIfChanged(ROOT);
  const to = join(DIST, 'host/stack');
  mkdirSync(to, { recursive: true });
  const manifests = readdirSync(from).filter(
    (name) => name === 'manifest.json' || /\.(template|assets)\.json$/.test(name),
  );
  const kept = manifests.map((name) => [name, trimFile(name, readFileSync(join(from, name), 'utf8'))] as const);
  for (const [name, text] of kept) writeFileSync(join(to, name), text);
  const named = kept.map(([, text]) => text).join();
  const assets = new Set(named.match(/asset\.[0-9a-f]{64}\b(?!\.)/g));
  for (const name of assets)
    cpSync(join(from, name), join(to, name), { recursive: true, filter: (path) => !path.endsWith('.map') });
}

function trimFile(name: string, text: string): string {
  if (name === 'manifest.json') return trimmedManifest(text);
  return name.endsWith('.template.json') ? trimmedTemplate(text) : text;
}

/** Replaces the deployed `deliver-webhook` with the sandbox's own. */
async function replaceDeliverWebhook() {
  const { functions } = readStacks(join(DIST, 'host/stack'), 'http://127.0.0.1');
  const replaced = functions.find(({ environment }) => environment['POWERTOOLS_SERVICE_NAME'] === 'deliver-webhook');
  if (replaced === undefined) throw new Error('The stack has no deliver-webhook');
  await build({
    ...bundleOptions([], replaced.codeDir),
    entryPoints: { index: 'local/sandbox/deliver-webhook/index.ts' },
    sourcemap: false,
  });
}

/** Writes the packages and the pages for partners. Each sandbox replaces the addresses in the pages with its own. */
async function writeDocs() {
  const into = join(DIST, 'host/packages');
  mkdirSync(into, { recursive: true });
  const tarballs = await otherPackages();
  for (const [file, content] of tarballs) writeFileSync(join(into, file), content);
  const site = buildSite({ ...SANDBOX_SITE, ...given.settings }, tarballs);
  writeFileSync(join(DIST, 'host/docs.json'), JSON.stringify([...site]));
}

async function otherPackages(): Promise<Tarballs> {
  const { packages, settings } = given;
  if (packages === undefined) return pack(settings, ['typescript', 'receiver']);
  return new Map(readdirSync(packages).map((file) => [file, readFileSync(join(packages, file))]));
}

/** Writes separate types for each module form, because TypeScript takes the kind of a module from its file name. */
function writeTypes() {
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
