import { FUNCTION_NAMES, ROLLOUT_CHECK } from '../../../lib/rights.ts';
import type { AlarmDefinition } from '../../../local/aws/cloudformation/alarm-definition.ts';
import { readAlarms } from '../../../local/aws/cloudformation/template/alarms.ts';
import { openAssembly } from '../../../local/aws/cloudformation/template/assembly.ts';
import { localNames } from '../../../local/aws/cloudformation/template/local-names.ts';
import { loadStacks } from '../../../local/aws/cloudformation/template/stacks.ts';
import { assemblyOf } from '../synthesized.ts';
import type { Names } from './minutes.ts';

/** Returns the alarms of stage prod, and the names that its template gives to the parts that alarms watch. */
export function prodAlarms(): { readonly alarms: readonly AlarmDefinition[]; readonly names: Names } {
  const stacks = loadStacks(
    openAssembly(assemblyOf('prod')),
    ['partner-lines-prod-stateful', 'partner-lines-prod-service'],
    localNames('http://127.0.0.1:1'),
  );
  const named = (type: string, part: string, attribute?: string): string => {
    const found = stacks.ofType(type).find(({ logicalId }) => logicalId.startsWith(part));
    const name = attribute === undefined ? found?.name().ref : found?.name().attributes[attribute];
    if (name === undefined) throw new Error(`The stacks have no ${part}`);
    return name;
  };
  const queue = (part: string) => named('AWS::SQS::Queue', part, 'QueueName');
  return {
    alarms: readAlarms(stacks),
    names: {
      main: queue('QueuesMain'),
      slow: queue('QueuesSlow'),
      hung: queue('QueuesHung'),
      intake: queue('IntakeCalls'),
      intakeDeadLetters: queue('IntakeDeadLetters'),
      deadLetters: queue('QueuesDeadLetters'),
      relayFailures: queue('QueuesRelayFailures'),
      table: named('AWS::DynamoDB::Table', 'Table'),
      functions: [...FUNCTION_NAMES, ROLLOUT_CHECK],
    },
  };
}
