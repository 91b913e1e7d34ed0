import { GetFunctionRecursionConfigCommand } from '@aws-sdk/client-lambda';
import { FAILURE_QUEUES } from '../../../operator/console/protocol/queues.ts';
import { runCheck } from '../../../operator/doctor/check.ts';
import { DELIVERY_CHECKS, EXISTENCE_CHECKS } from '../../../operator/doctor/delivery-checks.ts';
import { SERVICE_CHECKS } from '../../../operator/doctor/service-checks.ts';
import { TABLE_CHECKS } from '../../../operator/doctor/table-checks.ts';
import { problemsOfQuota } from '../../deploy/problems.ts';
import { type Check, ok, skipped, Unmet } from '../check.ts';
import { REASON, type World } from '../test-partner.ts';

/** The checks of `doctor` that can fail because of partners' traffic, which can raise alarms and leave failed messages. */
const ABOUT_TRAFFIC = ['alarms', ...FAILURE_QUEUES.map((queue) => `queue ${queue}`)];
const DOCTORS_CHECKS = [...SERVICE_CHECKS, ...TABLE_CHECKS, ...DELIVERY_CHECKS];

type Asks = Pick<World, 'target' | 'stage'>;

export const OPERATION_CHECKS: readonly Check<Asks & Pick<World, 'run'>>[] = [
  ...[...DOCTORS_CHECKS.filter(({ name }) => !ABOUT_TRAFFIC.includes(name)), ...EXISTENCE_CHECKS].map((check) => ({
    name: `doctor: ${check.name}`,
    run: async ({ target }: Asks) => {
      const result = await runCheck(check, target);
      if (!result.ok) throw new Unmet(`${result.finding}: ${result.todo}`);
      const finding = result.finding || 'fine';
      return finding.startsWith('not checked') ? skipped(finding) : ok(finding);
    },
  })),
  {
    name: 'the sweep runs',
    run: async ({ run }) => ok(JSON.stringify(await run('sweep', { reason: REASON }))),
  },
  {
    name: 'Lambda does not stop a delivery as a recursive loop',
    async run({ target, stage }) {
      if (stage === undefined) return skipped('the local service does not detect loops');
      const { RelayFunctionName, DeliverFunctionName } = target.outputs;
      for (const name of [RelayFunctionName, DeliverFunctionName]) {
        // The setting belongs to the function and not to an alias, so the name must not contain the alias.
        const FunctionName = name.replace(/:live$/, '');
        const { RecursiveLoop } = await target.lambda.send(new GetFunctionRecursionConfigCommand({ FunctionName }));
        if (RecursiveLoop !== 'Allow')
          throw new Unmet(`the setting RecursiveLoop of ${FunctionName} is ${RecursiveLoop}`);
      }
      return ok('RecursiveLoop is Allow for relay and deliver-webhook');
    },
  },
  {
    name: 'the concurrency quota of the account suffices',
    async run({ stage }) {
      if (stage === undefined) return skipped('the local service has no quota');
      const [problem] = await problemsOfQuota(stage.settings, stage.place, stage.aws);
      if (problem !== undefined) throw new Unmet(problem);
      return ok(`${await stage.aws.concurrencyQuota()} concurrent executions`);
    },
  },
];
