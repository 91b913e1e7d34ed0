import { types } from 'node:util';
import { STAGES, type StageSettings } from '../../lib/stages.ts';
import { argumentsOf } from '../command-line/arguments.ts';
import { Problem } from '../command-line/problem.ts';

export const USAGE = `npm run deploy -- --stage ${STAGES.join('|')} [flags]
  --yes                      do not ask before deploying
  --dry-run                  build, check and show what would change; deploy nothing
  --allow-nobody-on-call     deploy even if lib/stages.ts names nobody to page

Deploys to the account and region that lib/stages.ts names for the stage. If lib/stages.ts names
none, the account is the one of your AWS credentials, and the region is AWS_REGION. For the first
deployment, see docs/deploy.md.`;

export interface Flags {
  readonly settings: StageSettings;
  readonly isAgreed: boolean;
  readonly isDryRun: boolean;
  readonly allowsNobodyOnCall: boolean;
}

const OPTIONS = {
  stage: { type: 'string' },
  yes: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  'allow-nobody-on-call': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** Returns the settings of a stage from lib/stages.ts, or from a test. */
export type SettingsOf = (stage: string) => StageSettings;

/** Parses and checks the command line. Returns undefined if it asks for help. */
export function parseFlags(args: readonly string[], settingsOf: SettingsOf): Flags | undefined {
  const flags = argumentsOf(args, OPTIONS, 'npm run deploy');
  if (flags.help) return undefined;
  return {
    settings: namedSettings(flags.stage, settingsOf),
    isAgreed: flags.yes,
    isDryRun: flags['dry-run'],
    allowsNobodyOnCall: flags['allow-nobody-on-call'],
  };
}

/** Returns the settings of the named stage. Throws a Problem if there is no such stage. */
export function namedSettings(stage: string | undefined, settingsOf: SettingsOf): StageSettings {
  if (stage === undefined) throw new Problem(`Name the stage: --stage ${STAGES.join('|')}.`, 2);
  try {
    return settingsOf(stage);
  } catch (error) {
    throw new Problem(types.isNativeError(error) ? error.message : String(error), 2);
  }
}
