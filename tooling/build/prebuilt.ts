import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Tool {
  readonly projectDir: string;
  /** The path of a module of the project, such as `operator/program.ts`. */
  readonly entry: string;
  /** The folders and files of the project whose changes require another build. */
  readonly sources: readonly string[];
  /** The folder that gets one subfolder for each state of the sources. */
  readonly outDir: string;
}

/** How long an older build is kept. A process that started from this build can still load files of it. */
const KEPT_MS = 60 * 60 * 1000;

/**
 * Returns the URL of a module to import instead of a tool's entry. The module bundles the entry and its packages, so it
 * loads in less than half of the time. It is built again if the sources have changed. If the build fails, returns the
 * URL of the entry. If the sources are wrong, the import of the entry reports why.
 */
export async function prebuiltUrl(tool: Tool): Promise<string> {
  const folder = join(tool.outDir, fingerprintOf(tool));
  const isThere = existsSync(folder) || (await buildTool(tool, folder));
  return pathToFileURL(isThere ? join(folder, 'main.mjs') : join(tool.projectDir, tool.entry)).href;
}

/** Returns a hash of the names, times and sizes of the source files. Reading their content would take longer. */
function fingerprintOf({ projectDir, sources }: Tool): string {
  const hash = createHash('sha256').update(process.version);
  for (const file of sources.flatMap((source) => filesIn(join(projectDir, source)))) {
    const { mtimeMs, size } = statSync(file);
    hash.update(`${file} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}

function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  const entries = readdirSync(path, { withFileTypes: true });
  return entries.flatMap(({ name }) => filesIn(join(path, name)));
}

/**
 * Builds the tool into the folder. Each process writes into a folder of its own, and the first complete build is kept.
 * Returns false if the build failed and no other process has made a build.
 */
async function buildTool({ projectDir, entry, outDir }: Tool, folder: string): Promise<boolean> {
  const draft = `${folder}.${process.pid}`;
  try {
    const esbuild = await import('esbuild');
    await esbuild.build({
      absWorkingDir: projectDir,
      entryPoints: { main: entry },
      outdir: draft,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      splitting: true,
      minifyWhitespace: true,
      minifySyntax: true,
      platform: 'node',
      target: 'node24',
      format: 'esm',
      // esbuild cannot be bundled, because it looks for its program in the folder of its own files.
      external: ['esbuild'],
      mainFields: ['module', 'main'],
      // This banner defines `require`, for packages that are not ES modules and load Node's modules with it.
      banner: {
        js: "import { createRequire as _require } from 'node:module'; const require = _require(import.meta.url);",
      },
      logLevel: 'silent',
    });
    if (!existsSync(folder)) renameSync(draft, folder);
    removeOldBuilds(outDir);
    return true;
  } catch {
    return existsSync(folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function removeOldBuilds(outDir: string): void {
  mkdirSync(outDir, { recursive: true });
  for (const name of readdirSync(outDir)) {
    const path = join(outDir, basename(name));
    if (Date.now() - statSync(path).mtimeMs > KEPT_MS) rmSync(path, { recursive: true, force: true });
  }
}
