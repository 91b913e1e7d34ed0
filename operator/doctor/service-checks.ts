import { DescribeKeyCommand } from '@aws-sdk/client-kms';
import { GetFunctionCommand, ResourceNotFoundException } from '@aws-sdk/client-lambda';
import { UNAUTHORIZED } from '../../shared/contract/unauthorized.ts';
import { DOCTORS_CALL, DOCTORS_LOOK_UP } from '../../shared/domain/calls/doctors-call.ts';
import { recordCallResponse } from '../../shared/domain/calls/finished-call.ts';
import { lineForCallResponse } from '../../shared/domain/lines/line-for-call.ts';
import { describeAlarmsOfService } from '../alarms/list.ts';
import { invoke } from '../invoke.ts';
import { operatorCommand, type StackOutputs, type Target } from '../target.ts';
import { ABSENT, type Check, type CheckResult, failedResult, passedResult, REDEPLOY } from './check.ts';

/** For each checked function, the output of the stack with the function's name. */
export const CHECKED_FUNCTIONS = {
  'line-for-call': 'LineForCallFunctionName',
  'record-call': 'RecordCallFunctionName',
  intake: 'IntakeFunctionName',
  relay: 'RelayFunctionName',
  'deliver-webhook': 'DeliverFunctionName',
  sweep: 'SweepFunctionName',
} as const satisfies Record<string, keyof StackOutputs>;

const functionChecks: readonly Check[] = Object.entries(CHECKED_FUNCTIONS).map(([name, output]) => ({
  name: `function ${name}`,
  run: async ({ lambda, outputs }) => {
    const functionName = outputs[output];
    return functionName === undefined ? passedResult(ABSENT) : checkFunction(lambda, functionName);
  },
}));

async function checkFunction(lambda: Target['lambda'], FunctionName: string): Promise<CheckResult> {
  try {
    const { Configuration = {} } = await lambda.send(new GetFunctionCommand({ FunctionName }));
    const { State, StateReason, LastUpdateStatus, LastUpdateStatusReason } = Configuration;
    if (State === 'Failed') return failedResult(`the function cannot run: ${StateReason}`, REDEPLOY);
    if (LastUpdateStatus === 'Failed')
      return failedResult(`the function was not updated: ${LastUpdateStatusReason}`, REDEPLOY);
    return passedResult();
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
    return failedResult(`there is no function ${FunctionName}`, REDEPLOY);
  }
}

export const SERVICE_CHECKS: readonly Check[] = [
  {
    name: 'API',
    run: async (target) => {
      const url = new URL('v1/whoami', target.outputs.ApiUrl.replace(/\/?$/, '/'));
      const status = await target.fetchStatus(url);
      if (status === UNAUTHORIZED) return passedResult('the API rejects a request without a key, as it should');
      return failedResult(
        `the API returns ${status} instead of ${UNAUTHORIZED} to a request without a key`,
        'read the log of the authorizer',
      );
    },
  },
  ...functionChecks,
  {
    name: 'line-for-call responds',
    run: async (target) => {
      const { LineForCallFunctionName } = target.outputs;
      if (LineForCallFunctionName === undefined) return passedResult(ABSENT);
      const response = lineForCallResponse.parse(await invoke(target, LineForCallFunctionName, DOCTORS_LOOK_UP));
      if ('notServed' in response)
        return passedResult('the function returns notServed for a number that nobody has, as it should');
      return failedResult(
        'the function did not return notServed for a number that nobody has',
        'roll back to the last good version',
      );
    },
  },
  {
    name: 'record-call responds',
    run: async (target) => {
      // record-call must read the table to find out that the line does not exist.
      const response = recordCallResponse.parse(
        await invoke(target, target.outputs.RecordCallFunctionName, DOCTORS_CALL),
      );
      if ('refused' in response)
        return passedResult(`the function rejects a test call, as it should: ${response.refused.message}`);
      return failedResult(
        'the function has recorded a test call of a line that does not exist',
        'roll back to the last good version',
      );
    },
  },
  {
    name: 'signing key',
    run: async ({ kms, outputs }) => {
      const { KeyMetadata } = await kms.send(new DescribeKeyCommand({ KeyId: outputs.KeyArn }));
      // Only the state of the key is checked, because no operator may decrypt. Logs and alarms show whether the
      // functions can.
      if (KeyMetadata?.KeyState === 'Enabled')
        return passedResult(
          'the key is enabled; doctor cannot test decryption, but the alarm secret-unavailable watches it',
        );
      const mend = KeyMetadata?.KeyState === 'PendingDeletion' ? 'cancel-key-deletion' : 'enable-key';
      const todo = `aws kms ${mend} --key-id ${outputs.KeyArn}`;
      return failedResult(`the key is ${KeyMetadata?.KeyState}: events cannot be signed and are not sent`, todo);
    },
  },
  {
    name: 'alarms',
    run: async (target) => {
      const alarms = await describeAlarmsOfService(target);
      if (alarms.length === 0) return noAlarmsResult(target);
      const raised = alarms.filter(({ StateValue }) => StateValue === 'ALARM').map(({ AlarmName }) => AlarmName);
      if (raised.length === 0) return passedResult(`${alarms.length} alarms, none raised`);
      return failedResult(`raised: ${raised.join(', ')}`, operatorCommand(target, 'alarms --state ALARM'));
    },
  },
  {
    name: 'alarm actions',
    run: async (target) => {
      const alarms = await describeAlarmsOfService(target);
      const muted = alarms.filter(({ ActionsEnabled }) => ActionsEnabled === false).map(({ AlarmName }) => AlarmName);
      if (muted.length > 0) {
        const todo = `aws cloudwatch enable-alarm-actions --alarm-names ${muted.join(' ')}`;
        return failedResult(`the actions of alarms are disabled, so nobody is notified: ${muted.join(', ')}`, todo);
      }
      const tellsSomebody = alarms.some(({ AlarmActions = [] }) => AlarmActions.length > 0);
      return passedResult(tellsSomebody ? undefined : 'the alarms of this stage notify nobody');
    },
  },
  {
    name: 'subscribers of alarms',
    run: async (target) => {
      const { subscribersOf } = target;
      if (!subscribersOf) return passedResult('the local service has no subscribers');
      const topics = new Set((await describeAlarmsOfService(target)).flatMap(({ AlarmActions = [] }) => AlarmActions));
      for (const topic of topics) {
        const { confirmed, pending } = await subscribersOf(topic);
        if (confirmed === 0)
          return failedResult(`${topic} has no confirmed subscriber, so nobody is notified`, SUBSCRIBE);
        if (pending > 0) return failedResult(`${pending} subscribers of ${topic} have not confirmed`, SUBSCRIBE);
      }
      return passedResult(topics.size === 0 ? 'the alarms of this stage notify nobody' : undefined);
    },
  },
];

const SUBSCRIBE = 'set onCall in lib/stages.ts, deploy, and have each subscriber open the link that AWS sends';

const noAlarmsResult = ({ keepsData }: Target): CheckResult =>
  keepsData
    ? failedResult(
        'there are no alarms: nobody is notified when something breaks',
        'set onCall in lib/stages.ts and deploy again',
      )
    : passedResult('there are no alarms: nobody is on call for this stage');
