import * as z from 'zod';

export const STAGES = ['dev', 'staging', 'prod'] as const;

const target = z.union([z.email(), z.url({ protocol: /^https$/ })]);

const settings = z.strictObject({
  stage: z.enum(STAGES),
  /** Table, queues, key and logs outlive the stack, and the stack refuses to be deleted. */
  keepsData: z.boolean(),
  logRetentionDays: z.literal([7, 30, 90]),
  /**
   * Invocations at once, each with up to ten requests to partners in flight for at most 10 s.
   * The slow lane bounds what hanging partners can take: `slow` x 10 requests in flight, never one of the main lane's.
   */
  deliveryConcurrency: z.strictObject({ main: z.int().min(2).max(1000), slow: z.int().min(2).max(1000) }),
  /** Who is told of alarms: e-mail addresses, or https URLs such as a pager's. Without it a stage's alarms tell nobody. */
  onCall: z.strictObject({ page: z.array(target), ticket: z.array(target) }).optional(),
});
export type StageSettings = z.infer<typeof settings>;

const small = { keepsData: false, logRetentionDays: 7, deliveryConcurrency: { main: 5, slow: 2 } } as const;

const BY_STAGE: Record<(typeof STAGES)[number], Omit<StageSettings, 'stage'>> = {
  dev: small,
  staging: { ...small, logRetentionDays: 30 },
  // 50 x 10 requests in flight: 500 deliveries a second to partners that need a second, 50 to ones that time out.
  prod: {
    keepsData: true,
    logRetentionDays: 90,
    deliveryConcurrency: { main: 50, slow: 10 },
    // The topics of their own; whoever runs the stage subscribes to them, here or by hand.
    onCall: { page: [], ticket: [] },
  },
};

/** What a stage is like. Fails with the list of stages when asked for another one. */
export function stageSettings(stage: unknown): StageSettings {
  const known = STAGES.find((name) => name === stage);
  if (!known) throw new Error(`Unknown stage ${JSON.stringify(stage)}: choose one of ${STAGES.join(', ')}`);
  return settings.parse({ stage: known, ...BY_STAGE[known] });
}
