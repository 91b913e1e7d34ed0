import * as z from 'zod';
import { MAX_CALLS_DAYS, MIN_CALLS_DAYS } from '../shared/domain/calls/expiry.ts';
import { floodSettings, LOW_THROTTLE, PROD_FLOOD_LIMITS } from './api/flood-limits.ts';
import { concurrencySettings, PROD_CONCURRENCY, SMALL_CONCURRENCY } from './functions/concurrency.ts';

/** An https URL without a slash at the end, because paths are added to it. */
const webAddress = z.url({ protocol: /^https$/ }).regex(/[^/]$/, 'must not end with a slash');

/**
 * What the pages for partners, `openapi.json` and the packages of a stage say about the service. See docs/deploy.md,
 * "Pages for partners".
 */
const docsSettings = z.strictObject({
  /** The URL of the pages for partners. Partners also install the packages from there. */
  docsUrl: webAddress.optional(),
  /** The base URL of the API. Without it, the pages name the custom domain of the stage, if it has one. */
  baseUrl: webAddress.optional(),
  /** The base URL of the stage that partners can use for tests. */
  testBaseUrl: webAddress.optional(),
  /** The name of the company that runs the service. */
  company: z.string().min(1).optional(),
  /** Where partners get support: an email address or the address of a page. */
  support: z.union([z.email(), webAddress]).optional(),
  statusPage: webAddress.optional(),
  terms: webAddress.optional(),
});

/** The kinds of stages. Each kind is also the name of a stage. */
export const STAGES = ['dev', 'staging', 'prod'] as const;
type Stage = (typeof STAGES)[number];

/** The tags by which `npm run deploy` finds the stacks of a stage. */
export const stackTags = (stage: string) => ({ service: 'partner-lines', stage });
/**
 * The output of the service stack that lists the commits deployed before, newest first. Also the key of CDK's context
 * that sets the output. Earlier versions accept this key, because they reject only unknown keys without a colon.
 */
export const PREVIOUS_COMMITS = { output: 'PreviousCommits', context: 'partner-lines:previous' } as const;
/** The tag that says when a temporary stage can be removed. Both stacks of a temporary stage have this tag. */
export const EXPIRY_TAG = 'expires-at';
/** The longest stage name: X-Ray allows 32 characters for the sampling rule `partner-lines-<stage>-api`. */
const MAX_STAGE_CHARACTERS = 14;
const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

const target = z.union([z.email(), z.url({ protocol: /^https$/ })]);

const settings = z.strictObject({
  stage: z.string(),
  /** When a temporary stage can be removed. The stages of this file do not have this setting. */
  expiresAt: z.iso.datetime().optional(),
  /**
   * Account and region of the stage. With this setting, CDK rejects credentials of any other account. Without it, the
   * account and region are those of the credentials.
   */
  env: z
    .strictObject({ account: z.string().regex(/^\d{12}$/), region: z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/) })
    .optional(),
  /** How CDK was set up, if not by `npm run bootstrap` alone. `permissionsBoundary` limits all roles of the stacks. */
  cdk: z
    .strictObject({
      qualifier: z.string().regex(/^[a-z0-9]{1,10}$/),
      stackName: z.string().min(1),
      permissionsBoundary: z.string().min(1).optional(),
    })
    .optional(),
  /**
   * Whether table, queues, topic, keys and logs stay after the stateful stack is deleted (`KEPT` in
   * `stateful-stack.ts`), and whether old versions of the functions stay (`lib/functions/service-function.ts`).
   */
  keepsData: z.boolean(),
  /** Whether our own key, which we can disable, encrypts table, delivery queues, notices and logs. */
  ownsKey: z.boolean(),
  logRetentionDays: z.literal([7, 30, 90]),
  /** For how many days calls are kept. Without this setting, calls are kept for ever. See docs/deploy.md. */
  callsDays: z.int().min(MIN_CALLS_DAYS).max(MAX_CALLS_DAYS).optional(),
  ...concurrencySettings.shape,
  ...floodSettings.shape,
  /**
   * How traffic shifts to a new version. `direct`: when CloudFormation updates the alias. `at-once` and `canary`: by
   * CodeDeploy (lib/functions/rollout.ts), which rolls back if the new version fails.
   */
  rollout: z.enum(['direct', 'at-once', 'canary']),
  /** The custom domain. With it, the API has no other address. The DNS record is created if a zone is named. */
  domain: z
    .strictObject({
      name: z.hostname(),
      certificateArn: z.string().regex(/^arn:aws[\w-]*:acm:/),
      hostedZoneId: z.string().min(1).optional(),
    })
    .optional(),
  /** The role of a voice platform in another account. A platform in the stage's own account needs only its own policy. */
  voicePlatform: z
    .strictObject({ account: z.string().regex(/^\d{12}$/), role: z.string().regex(/^[\w+=,.@/-]{1,512}$/) })
    .optional(),
  /** False if another stack sets API Gateway's role for access logs, of which a region has only one. */
  setsAccountLogRole: z.boolean(),
  /** Whether the stage has the probe (lib/alarms/probe.ts). */
  probe: z.boolean(),
  /**
   * Who is notified of alarms: email addresses, or https URLs such as a pager's. Without this setting, a stage has only
   * the alarms that end a rollout, and no dashboard. The dashboard and the other alarms would cost more than everything
   * else in such a stage.
   */
  onCall: z.strictObject({ page: z.array(target), ticket: z.array(target) }).optional(),
  /** What the runbook says about the stage: the command with which operators sign in, and whom they escalate to. */
  operations: z
    .strictObject({ signIn: z.string().min(1).optional(), escalation: z.string().min(1).optional() })
    .optional(),
  docs: docsSettings.optional(),
  /** Tags that say who owns the stage and who pays for it. */
  owner: z.string().min(1),
  costCentre: z.string().min(1),
});
export type StageSettings = z.infer<typeof settings>;

/** How `npm run bootstrap` sets up CDK by default. CDK has the same defaults. */
const USUAL_CDK = { qualifier: 'hnb659fds', stackName: 'CDKToolkit' } as const;

export const cdkSetup = ({ cdk }: Pick<StageSettings, 'cdk'>): NonNullable<StageSettings['cdk']> => cdk ?? USUAL_CDK;

const everywhere = { owner: 'partner-platform', costCentre: 'partner-lines', setsAccountLogRole: true } as const;

const dev: Omit<StageSettings, 'stage'> = {
  ...everywhere,
  keepsData: false,
  ownsKey: false,
  logRetentionDays: 7,
  ...SMALL_CONCURRENCY,
  throttle: LOW_THROTTLE,
  rollout: 'direct',
  probe: false,
};

const BY_STAGE: Readonly<Record<Stage, Omit<StageSettings, 'stage'>>> = {
  dev,
  // Staging has its own key and uses CodeDeploy, as prod does, so that missing rights for them show in staging first.
  staging: { ...dev, ownsKey: true, logRetentionDays: 30, rollout: 'at-once' },
  prod: {
    ...everywhere,
    keepsData: true,
    ownsKey: true,
    logRetentionDays: 90,
    ...PROD_CONCURRENCY,
    ...PROD_FLOOD_LIMITS,
    rollout: 'canary',
    probe: true,
    // Creates the topics without subscribers. Add subscribers here, or by hand.
    onCall: { page: [], ticket: [] },
  },
};

/** Returns the settings of a stage without those that belong to one place, such as its account and its domain. */
export function settingsWithoutPlace({ env, domain, voicePlatform, docs, ...settings }: Omit<StageSettings, 'stage'>) {
  return settings;
}

/**
 * Further stages, each like a stage of `BY_STAGE`. They are deployed independently. The data of each country stays in
 * the region of its stage.
 */
const FURTHER: Readonly<Record<string, Omit<StageSettings, 'stage'>>> = {
  'kr-prod': settingsWithoutPlace(BY_STAGE.prod),
  'ca-prod': settingsWithoutPlace(BY_STAGE.prod),
};

const settingsByName: ReadonlyMap<string, Omit<StageSettings, 'stage'>> = new Map(
  Object.entries({ ...BY_STAGE, ...FURTHER }),
);

/** The names of all stages of this file. */
export const STAGE_NAMES: readonly string[] = [...settingsByName.keys()];

/**
 * Returns the settings of a stage. With an expiry, the stage is a temporary one: a dev stage under its own name. Throws
 * with one sentence if there is no such stage.
 */
export function stageSettings(stage: unknown, expiresAt?: unknown): StageSettings {
  if (expiresAt !== undefined) return temporarySettings(stage, expiresAt);
  const given = settingsByName.get(String(stage));
  if (!given) throw new Error(`Unknown stage ${JSON.stringify(stage)}: choose one of ${STAGE_NAMES.join(', ')}`);
  return parseStageSettings({ stage, ...given });
}

/** Returns the settings of the local service: those of dev, with the alarms and the probe, which cost nothing locally. */
export const localSettings = (): StageSettings => ({
  ...stageSettings('dev'),
  onCall: { page: [], ticket: [] },
  probe: true,
});

function temporarySettings(stage: unknown, expiresAt: unknown): StageSettings {
  if (settingsByName.has(String(stage))) throw new Error(`Stage ${stage} does not expire: leave out the expiry`);
  if (!canBeTemporaryName(stage)) {
    throw new Error(
      `${JSON.stringify(stage)} cannot be the name of a temporary stage: use up to ${MAX_STAGE_CHARACTERS} lower-case letters, digits and single hyphens, such as pr-123. Begin with a letter. No stage's name may begin with the name of another stage and a hyphen (stages: ${STAGE_NAMES.join(', ')})`,
    );
  }
  // An account has one role in a region for the logs of API Gateway, which outlives a stage. If temporary stages set
  // the role, each stage would leave a role.
  return parseStageSettings({ stage, expiresAt, ...BY_STAGE.dev, setsAccountLogRole: false });
}

/** Reports whether a temporary stage can have this name. The names of the stages in this file are taken. */
export const canBeTemporaryName = (stage: unknown) => typeof stage === 'string' && canBeStageName(stage, STAGE_NAMES);

/**
 * Reports whether a stage of this name can exist beside the others. No name with a hyphen after it may be the beginning
 * of another: the prefix `partner-lines-prod-` also finds the alarms of `prod-2`.
 */
export const canBeStageName = (stage: string, others: readonly string[]): boolean =>
  stage.length <= MAX_STAGE_CHARACTERS &&
  NAME.test(stage) &&
  others.every((other) => !`${stage}-`.startsWith(`${other}-`) && !`${other}-`.startsWith(`${stage}-`));

/** Returns the settings. Throws an error with a list of the invalid settings. */
export function parseStageSettings(given: unknown): StageSettings {
  const { success, data, error } = settings.safeParse(given);
  if (!success) throw new Error(`The settings of this stage in lib/stages.ts are wrong:\n${z.prettifyError(error)}`);
  return data;
}

/** The name of API Gateway's access log. */
export const ACCESS_LOG = 'api-access';
