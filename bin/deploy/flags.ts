import { types } from 'node:util';
import { STAGES, type StageSettings, stageSettings } from '../../lib/stages.ts';
import { argumentsOf } from '../arguments.ts';
import { Problem } from '../problem.ts';

export const USAGE = `npm run deploy -- --stage ${STAGES.join('|')} [flags]
  --yes       do not ask before deploying
  --dry-run   build, check and show what would change; deploy nothing

Account and region are those of your AWS credentials (AWS_PROFILE, AWS_REGION); docs/deploy.md says how to begin.`;

export interface Flags {
  readonly settings: StageSettings;
  readonly isAgreed: boolean;
  readonly isDryRun: boolean;
}

const OPTIONS = {
  stage: { type: 'string' },
  yes: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** The command line, checked; undefined when it asks for help. */
export function parseFlags(args: readonly string[]): Flags | undefined {
  const { stage, yes, 'dry-run': dryRun, help } = argumentsOf(args, OPTIONS, 'npm run deploy');
  if (help) return undefined;
  if (stage === undefined) throw new Problem(`Name the stage: --stage ${STAGES.join('|')}.`, 2);
  return { settings: settingsOf(stage), isAgreed: yes, isDryRun: dryRun };
}

function settingsOf(stage: string): StageSettings {
  try {
    return stageSettings(stage);
  } catch (error) {
    throw new Problem(types.isNativeError(error) ? error.message : String(error), 2);
  }
}
