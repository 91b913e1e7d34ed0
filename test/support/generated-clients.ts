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

/** As strict as the clients that these generators write allow: their own parts ignore exactOptionalPropertyTypes. */
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

const failed = z.object({ code: z.literal(2), stdout: z.string() });

/** The compiler prints errors on stdout and exits with 2. Anything else is a fault of the test. */
const printedErrors = (error: unknown) => failed.parse(error).stdout;

/** A partner's project, in which code generators write clients from a document. */
export interface GeneratedClients {
  readonly folder: string;
  write(file: string, text: string): void;
  /** Writes `hey-api/`. */
  withHeyApi(document: string): Promise<void>;
  /** Writes `oazapfts.ts`. */
  withOazapfts(document: string): Promise<void>;
  /** What the strict compiler says about all files; empty when it accepts them. */
  typeErrors(): Promise<string>;
  /** Bundles a program as partners do, runs it, and returns the JSON that it prints. */
  outputOf(program: string, env: Readonly<Record<string, string>>): Promise<unknown>;
}

/** Each generator runs on its command line, as its users run it, and reads nothing but the document. */
export function newPartnerProject(): GeneratedClients {
  const folder = mkdtempSync(join(tmpdir(), 'generated-'));
  symlinkSync(MODULES, join(folder, 'node_modules'));
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  const node = (script: string, ...args: string[]) =>
    run(process.execPath, [join(MODULES, script), ...args], { cwd: folder });
  return {
    folder,
    write,
    withHeyApi: async (document) => {
      await node('@hey-api/openapi-ts/bin/run.js', '-i', document, '-o', 'hey-api', '--silent', '--no-log-file');
    },
    withOazapfts: async (document) => {
      await node('oazapfts/dist/cli.js', document, 'oazapfts.ts');
    },
    typeErrors: async () => {
      write('tsconfig.json', JSON.stringify({ compilerOptions: STRICT, include: ['*.ts', 'hey-api'] }));
      const compiled = node('typescript/bin/tsc', '-p', '.');
      return compiled.then(() => '', printedErrors);
    },
    outputOf: async (program, env) => {
      const bundle = join(folder, `${program}.mjs`);
      await build({ entryPoints: [join(folder, program)], outfile: bundle, bundle: true, format: 'esm' });
      const { stdout } = await run(process.execPath, [bundle], { env: { ...process.env, ...env } });
      return JSON.parse(stdout);
    },
  };
}
