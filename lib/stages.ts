import * as z from 'zod';

export const STAGES = ['dev', 'staging', 'prod'] as const;
type Stage = (typeof STAGES)[number];

const target = z.union([z.email(), z.url({ protocol: /^https$/ })]);

const settings = z.strictObject({
  stage: z.enum(STAGES),
  /** Where the stage lives. CDK then rejects credentials of any other account; without it they decide. */
  env: z
    .strictObject({ account: z.string().regex(/^\d{12}$/), region: z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/) })
    .optional(),
  /** Table, queues, keys and logs outlive the stacks, and the stack that has them refuses to be deleted. */
  keepsData: z.boolean(),
  /** Table, queues and logs are encrypted with a key of our own, whose use is recorded and which can be taken away. */
  ownsKey: z.boolean(),
  logRetentionDays: z.literal([7, 30, 90]),
  /**
   * Invocations at once, each with up to ten requests to partners in flight for at most 10 s.
   * The slow lane bounds what hanging partners can take: `slow` x 10 requests in flight, never one of the main lane's.
   */
  deliveryConcurrency: z.strictObject({ main: z.int().min(2).max(1000), slow: z.int().min(2).max(1000) }),
  /** lib/functions/capacity.ts says of which functions and how much. Not in a new account: its quota of 10 leaves nothing to reserve. */
  reservesConcurrency: z.boolean(),
  /** Above it API Gateway answers 429 by itself: it bounds what the rest of the account and the bill can suffer. */
  throttle: z.strictObject({ requestsPerSecond: z.int().min(1), burst: z.int().min(1) }),
  /** How callers get to a new version: directly; by CodeDeploy at once; or first a tenth of them, and back if it fails. */
  rollout: z.enum(['direct', 'at-once', 'canary']),
  /** AWS WAF in front of the API: requests of one client address in five minutes, whatever the path. */
  shield: z.strictObject({ requestsPerAddress: z.int().min(10) }).optional(),
  /** The only address of the API, where it has one; the DNS record is made in the zone if that is named. */
  domain: z
    .strictObject({
      name: z.hostname(),
      certificateArn: z.string().regex(/^arn:aws[\w-]*:acm:/),
      hostedZoneId: z.string().min(1).optional(),
    })
    .optional(),
  /**
   * API Gateway writes access logs by one role per account and region, which the stack sets: false where somebody else
   * sets it already.
   */
  setsAccountLogRole: z.boolean(),
  /**
   * Who is told of alarms: e-mail addresses, or https URLs such as a pager's. A stage without it has no dashboard, and no alarms
   * but those that judge a rollout: they would cost more than everything else in it.
   */
  onCall: z.strictObject({ page: z.array(target), ticket: z.array(target) }).optional(),
  /** Tags for whoever pays and whoever asks. */
  owner: z.string().min(1),
  costCentre: z.string().min(1),
});
export type StageSettings = z.infer<typeof settings>;

const everywhere = { owner: 'partner-platform', costCentre: 'partner-lines', setsAccountLogRole: true } as const;

const dev: Omit<StageSettings, 'stage'> = {
  ...everywhere,
  keepsData: false,
  ownsKey: false,
  logRetentionDays: 7,
  deliveryConcurrency: { main: 5, slow: 2 },
  reservesConcurrency: false,
  throttle: { requestsPerSecond: 50, burst: 100 },
  rollout: 'direct',
};

const BY_STAGE: Readonly<Record<Stage, Omit<StageSettings, 'stage'>>> = {
  dev,
  // What prod has and can fail for want of a right (key, CodeDeploy) is met here first.
  staging: { ...dev, ownsKey: true, logRetentionDays: 30, rollout: 'at-once' },
  prod: {
    ...everywhere,
    keepsData: true,
    ownsKey: true,
    logRetentionDays: 90,
    // 50 x 10 requests in flight: 500 deliveries a second to partners that need a second, 50 to ones that time out.
    deliveryConcurrency: { main: 50, slow: 10 },
    reservesConcurrency: true,
    throttle: { requestsPerSecond: 400, burst: 800 },
    rollout: 'canary',
    // The contract allows each path 30 in that time, so this is 333 paths used to the full from one address, a twelfth
    // of the throttle. A partner with more lines than that behind one address needs a higher one.
    shield: { requestsPerAddress: 10_000 },
    // The topics of their own; whoever runs the stage subscribes to them, here or by hand.
    onCall: { page: [], ticket: [] },
  },
};

/** What a stage is like. Fails with the list of stages when asked for another one. */
export function stageSettings(stage: unknown): StageSettings {
  const known = STAGES.find((name) => name === stage);
  if (!known) throw new Error(`Unknown stage ${JSON.stringify(stage)}: choose one of ${STAGES.join(', ')}`);
  return checkedSettings({ stage: known, ...BY_STAGE[known] });
}

/** Says in words which of a stage's settings cannot be. */
export function checkedSettings(given: unknown): StageSettings {
  const { success, data, error } = settings.safeParse(given);
  if (!success) throw new Error(`The settings of this stage in lib/stages.ts are wrong:\n${z.prettifyError(error)}`);
  return data;
}
