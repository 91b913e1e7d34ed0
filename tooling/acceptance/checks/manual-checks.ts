import { type Check, skipped } from '../check.ts';

/** Rows of "What only a real account can show" that `npm run accept` does not check, and the reason. */
const BY_HAND = {
  'X-Ray shows no request headers and no query strings': 'a person must look at a trace in X-Ray',
  'API Gateway follows our sampling rule': 'X-Ray must first count requests for ten minutes',
  "CodeDeploy's rights are enough": 'the check needs a second deployment',
  'Lambda does not stop a long delivery as a recursive loop': 'the check waits for all attempts of a delivery',
  'a version that always fails gets no traffic': 'the check needs the deployment of such a version',
  'a version that fails under traffic is rolled back': 'the check needs the deployment of such a version',
  'we cannot reach a receiver that has only IPv6 addresses': 'the check needs a receiver with only IPv6 addresses',
  'a lost table can be created again': 'the check needs a table that may be deleted',
  'warm instances stay warm through a rollout by CodeDeploy': 'the check needs two deployments',
  'temporary stages can be deployed side by side and removed': 'the check needs two temporary stages',
  "`--destroy` needs no right to pass CloudFormation's role": 'the check needs a stage that may be removed',
  'the simulation of rights agrees with a deployment': 'the check needs a second IAM role',
  'the people on call are notified': 'a test alarm would wake the people on call',
} as const;

export const MANUAL_CHECKS: readonly Check<unknown>[] = Object.entries(BY_HAND).map(([name, why]) => ({
  name,
  run: async () => skipped(`${why}; see "What only a real account can show" in docs/deploy.md`),
}));
