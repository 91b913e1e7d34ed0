import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import type { Acceptance } from '../../lib/accepted-findings.ts';
import { tryLock } from '../../local/data-dir/lock.ts';
import { folderOfTheRun } from '../support/folder-of-the-run.ts';
import { type Template, template } from './template-reader.ts';
import { PLAIN, VARIATIONS, VARIED, type VariationName } from './variations.ts';

const PROGRAM = fileURLToPath(new URL('./synthesize.ts', import.meta.url));
const LOOK_EVERY_MS = 20;

const stack = z.object({
  environment: z.string(),
  properties: z.object({ terminationProtection: z.boolean(), tags: z.record(z.string(), z.string()) }),
});
type Stack = z.infer<typeof stack>;

interface Synthesized {
  readonly stateful: Template;
  readonly service: Template;
  /** Properties of the stacks that are not in their templates. */
  readonly stacks: { readonly stateful: Stack; readonly service: Stack };
}

const read = new Map<VariationName, Synthesized>();

/** Returns both templates of a stage, or of a variation of one. */
export function synthesized(name: VariationName): Synthesized {
  const known = read.get(name);
  if (known) return known;
  const folder = assemblyOf(name);
  const json = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const prefix = `partner-lines-${VARIATIONS[name].stage}`;
  const { artifacts } = z.object({ artifacts: z.record(z.string(), z.unknown()) }).parse(json('manifest.json'));
  const made = {
    stateful: template.parse(json(`${prefix}-stateful.template.json`)),
    service: template.parse(json(`${prefix}-service.template.json`)),
    stacks: {
      stateful: stack.parse(artifacts[`${prefix}-stateful`]),
      service: stack.parse(artifacts[`${prefix}-service`]),
    },
  };
  read.set(name, made);
  return made;
}

const accepted = z.array(z.object({ where: z.string(), finding: z.string(), reason: z.string() }));

/** Returns the findings of cdk-nag that the variation's constructs accept. */
export const acceptances = (name: VariationName): readonly Acceptance[] =>
  accepted.parse(JSON.parse(readFileSync(join(assemblyOf(name), 'acceptances.json'), 'utf8')));

/** The first test that asks for an assembly synthesizes it, once per run of Jest. */
export function assemblyOf(name: VariationName): string {
  const folder = folderOfTheRun();
  const assembly = join(folder, name);
  if (!existsSync(assembly)) synthesizeUnlessThere(folder, name);
  return assembly;
}

/** Synthesizes under a lock, because other workers may want the same assembly at the same time. */
function synthesizeUnlessThere(folder: string, name: VariationName): void {
  const lock = waitForLock(join(folder, '.lock'));
  try {
    if (existsSync(join(folder, name))) return;
    const names = Object.keys(name in PLAIN ? PLAIN : VARIED);
    execFileSync(process.execPath, [PROGRAM, folder, ...names], { stdio: 'pipe' });
  } finally {
    lock.release();
  }
}

/** Takes the lock. Blocks this thread, so that tests can read templates while they are declared. */
function waitForLock(file: string) {
  for (;;) {
    const lock = tryLock(file);
    if (lock) return lock;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_EVERY_MS);
  }
}
