import { execFile } from 'node:child_process';
import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import * as z from 'zod';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MODULES = join(ROOT, 'node_modules');

/** The strictest options that generated clients allow. They are not valid under exactOptionalPropertyTypes. */
const STRICT = {
  strict: true,
  noUncheckedIndexedAccess: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noPropertyAccessFromIndexSignature: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  skipLibCheck: true,
  noEmit: true,
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  types: [],
};

const failed = z.object({ code: z.literal(1), stdout: z.string().min(1) });

/** Returns the errors of the compiler. Any failure without them is a fault of the test. */
const printedErrors = (error: unknown) => failed.parse(error).stdout;

/**
 * Creates a partner's project in which generators write clients from an OpenAPI document. Each generator runs as on
 * its users' command line, and reads only the document.
 */
export function newPartnerProject() {
  const folder = mkdtempSync(join(tmpdir(), 'generated-'));
  symlinkSync(MODULES, join(folder, 'node_modules'));
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  const node = (script: string, ...args: string[]) =>
    run(process.execPath, [join(MODULES, script), ...args], { cwd: folder });
  return {
    folder,
    write,
    /** Writes `hey-api/`. */
    withHeyApi: async (document: string): Promise<void> => {
      await node('@hey-api/openapi-ts/bin/run.js', '-i', document, '-o', 'hey-api', '--silent', '--no-log-file');
    },
    /** Writes `oazapfts.ts`. */
    withOazapfts: async (document: string): Promise<void> => {
      await node('oazapfts/dist/cli.js', document, 'oazapfts.ts');
    },
    /** Returns the errors that the strict compiler finds in all files, or an empty text. */
    typeErrors: async (): Promise<string> => {
      write('tsconfig.json', JSON.stringify({ compilerOptions: STRICT, include: ['*.ts', 'hey-api'] }));
      const compiled = node('@typescript/native/bin/tsc', '-p', '.');
      return compiled.then(() => '', printedErrors);
    },
    /** Bundles a program as partners do, runs it, and returns the JSON that it prints. */
    outputOf: async (program: string, env: Readonly<Record<string, string>>): Promise<unknown> => {
      const bundle = join(folder, `${program}.mjs`);
      await build({ entryPoints: [join(folder, program)], outfile: bundle, bundle: true, format: 'esm' });
      const { stdout } = await run(process.execPath, [bundle], { env: { ...process.env, ...env } });
      return JSON.parse(stdout);
    },
  };
}
