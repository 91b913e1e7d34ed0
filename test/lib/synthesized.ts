import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import { serviceApp } from '../../lib/app.ts';
import { FUNCTION_NAMES } from '../../lib/rights.ts';
import { type StageSettings, stageSettings } from '../../lib/stages.ts';

type Synthesized = ReturnType<typeof synthesize>;
const stages = new Map<string, Synthesized>();

/** Both templates of a stage, with other settings where a test names some. Made once for each file of tests. */
export function synthesized(stage: string, other?: Partial<StageSettings>): Synthesized {
  const made = (other ? undefined : stages.get(stage)) ?? synthesize(stage, { other });
  if (!other) stages.set(stage, made);
  return made;
}

/** Both templates of a stage as `npm start` has them made. */
export const synthesizedForLocal = (stage: string): Synthesized => synthesize(stage, { hasAlarms: true });

/** Both templates of a stage as `npm run deploy` has them made. */
export const synthesizedOfCommit = (stage: string, commit: string): Synthesized =>
  synthesize(stage, { context: { commit } });

interface Differences {
  readonly context?: Readonly<Record<string, string>>;
  readonly other?: Partial<StageSettings> | undefined;
  readonly hasAlarms?: true;
}

/** The code of the functions does not matter to the templates, so each gets an empty file. */
function synthesize(stage: string, { other, context = {}, ...props }: Differences) {
  const scratch = mkdtempSync(join(tmpdir(), 'stack-test-'));
  try {
    const app = { outdir: join(scratch, 'out'), context };
    const settings = { ...stageSettings(stage), ...other };
    const { data, service } = serviceApp({ ...props, bundlesDir: emptyBundles(scratch), settings, app });
    return { stateful: Template.fromStack(data), service: Template.fromStack(service), stacks: { data, service } };
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** A folder per function with nothing to run in it, made in the given folder. */
export function emptyBundles(dir: string): string {
  for (const action of FUNCTION_NAMES) {
    mkdirSync(join(dir, action));
    writeFileSync(join(dir, action, 'index.js'), '');
  }
  return dir;
}
