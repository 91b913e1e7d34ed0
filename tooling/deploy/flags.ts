import { types } from 'node:util';
import { STAGE_NAMES, type StageSettings } from '../../lib/stages.ts';
import { argumentsOf, wrongCommandLine } from '../command-line/arguments.ts';
import { EXIT, Problem } from '../command-line/problem.ts';
import { expiryAfter } from './expiry.ts';

const COMMAND = 'npm run deploy';

export const USAGE = `${COMMAND} -- --stage ${STAGE_NAMES.join('|')} [flags]
${COMMAND} -- --stage NAME --expires 3d [flags]      a temporary stage, with the settings of dev
  --yes                      do not ask before deploying
  --prebuilt                 do not build: deploy the functions that are in dist/functions
  --dry-run                  build, check and show what would change; deploy nothing
  --preflight                only check settings, quota, CDK, names, log role and rights; build and deploy nothing
  --version COMMIT|previous  roll back: deploy the service stack of this commit, and keep the stateful stack
  --allow-nobody-on-call     deploy even if lib/stages.ts names nobody to page

${COMMAND} -- --destroy --stage NAME [--yes|--dry-run]  removes a stage and its data. Not for a stage that keeps its data
${COMMAND} -- --expired [--yes|--dry-run]               lists the expired temporary stages, and removes them

Deploys to the account and region that lib/stages.ts names for the stage. If lib/stages.ts names
no account, the account is the one of your AWS credentials, and the region is AWS_REGION or that
of your profile. For the first deployment, see docs/deploy.md.`;

export interface Removal {
  readonly isAgreed: boolean;
  readonly isDryRun: boolean;
}

export interface Deployment extends Removal {
  readonly settings: StageSettings;
  readonly allowsNobodyOnCall: boolean;
  readonly isPrebuilt: boolean;
}

export type Command =
  | { readonly kind: 'help' }
  | ({ readonly kind: 'deploy' | 'preflight' } & Deployment)
  | ({ readonly kind: 'roll back'; readonly version: string } & Deployment)
  | ({ readonly kind: 'destroy'; readonly stage: string } & Removal)
  | ({ readonly kind: 'expired' } & Removal);

const OPTIONS = {
  stage: { type: 'string' },
  expires: { type: 'string' },
  yes: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  prebuilt: { type: 'boolean', default: false },
  preflight: { type: 'boolean', default: false },
  version: { type: 'string' },
  'allow-nobody-on-call': { type: 'boolean', default: false },
  destroy: { type: 'boolean', default: false },
  expired: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

type Typed = ReturnType<typeof argumentsOf<typeof OPTIONS>>;

export type SettingsOf = (stage: string, expiresAt?: string) => StageSettings;

export function parseDeployFlags(args: readonly string[], settingsOf: SettingsOf, now: Date): Command {
  const flags = argumentsOf(args, OPTIONS, COMMAND);
  if (flags.help) return { kind: 'help' };
  rejectConflictingFlags(flags);
  const removal = { isAgreed: flags.yes, isDryRun: flags['dry-run'] };
  if (flags.expired) return { kind: 'expired', ...removal };
  if (flags.destroy) {
    if (flags.stage === undefined)
      throw new Problem('Name the stage to remove: --destroy --stage NAME.', EXIT.wrongCommandLine);
    return { kind: 'destroy', stage: flags.stage, ...removal };
  }
  const expiresAt = flags.expires === undefined ? undefined : expiryAfter(flags.expires, now);
  const deployment: Deployment = {
    settings: requireStageSettings(flags.stage, settingsOf, {
      expiresAt,
      hint: ', or add --expires 3d for a temporary stage',
    }),
    ...removal,
    allowsNobodyOnCall: flags['allow-nobody-on-call'],
    isPrebuilt: flags.prebuilt,
  };
  if (flags.version !== undefined) return { kind: 'roll back', version: flags.version, ...deployment };
  return { kind: flags.preflight ? 'preflight' : 'deploy', ...deployment };
}

/** Flags that cannot be combined. Each pair is listed once. */
const WITHOUT = {
  expired: ['stage', 'destroy', 'expires', 'preflight', 'version', 'allow-nobody-on-call', 'prebuilt'],
  destroy: ['expires', 'preflight', 'version', 'allow-nobody-on-call', 'prebuilt'],
  preflight: ['yes', 'dry-run', 'version', 'prebuilt'],
  version: ['allow-nobody-on-call', 'prebuilt'],
} as const;

function rejectConflictingFlags(flags: Typed): void {
  const typed = (name: keyof typeof OPTIONS) => flags[name] !== undefined && flags[name] !== false;
  for (const mode of ['expired', 'destroy', 'preflight', 'version'] as const) {
    const other = typed(mode) ? WITHOUT[mode].find(typed) : undefined;
    if (other !== undefined) throw wrongCommandLine(`--${mode} cannot be combined with --${other}`, COMMAND);
  }
}

/** Throws a Problem if the stage has no valid settings. The Problem about an unknown stage ends with `hint`. */
export function requireStageSettings(
  stage: string | undefined,
  settingsOf: SettingsOf,
  { expiresAt, hint = '' }: { readonly expiresAt?: string | undefined; readonly hint?: string } = {},
): StageSettings {
  if (stage === undefined)
    throw new Problem(`Name the stage: --stage ${STAGE_NAMES.join('|')}.`, EXIT.wrongCommandLine);
  try {
    return settingsOf(stage, expiresAt);
  } catch (error) {
    const sentence = types.isNativeError(error) ? error.message : String(error);
    throw new Problem(sentence.startsWith('Unknown stage') ? `${sentence}${hint}` : sentence, EXIT.wrongCommandLine);
  }
}
