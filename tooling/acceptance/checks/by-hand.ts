import { type Check, skipped } from '../check.ts';

/**
 * Rows of "What only a real account can show" that a command could check only with harm, or with a second deployment.
 */
const BY_HAND = {
  'X-Ray shows no request headers and no query strings': 'a person has to look at a trace',
  'API Gateway follows our sampling rule': 'X-Ray counts the requests of ten minutes',
  "CodeDeploy's rights are enough": 'it needs a second deployment',
  'a delivery survives more than 16 invocations': 'it takes two hours and a quarter',
  'a broken version gets no traffic': 'it needs a broken version',
  'a bad version is rolled back': 'it needs a bad version',
  'we cannot reach a receiver that has only IPv6 addresses': 'it needs such a receiver',
  'a lost table can be created again': 'it needs a table that may be deleted',
  'warm instances stay warm through a rollout by CodeDeploy': 'it needs two deployments',
  'temporary stages can be deployed side by side and removed': 'it needs two stages',
  '`--destroy` needs no right to pass': 'it needs a stage that may be removed',
  'the simulation of rights agrees with a deployment': 'it needs a second role',
  'the people on call are notified': 'it would wake them',
} as const;

export const BY_HAND_CHECKS: readonly Check<unknown>[] = Object.entries(BY_HAND).map(([name, why]) => ({
  name,
  run: async () => skipped(`${why}; see "What only a real account can show" in docs/deploy.md`),
}));
