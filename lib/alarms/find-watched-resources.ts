import type { Stack } from 'aws-cdk-lib';
import { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { TABLE } from '../../shared/names/table.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import type { StatefulStack } from '../stateful-stack.ts';
import type { WatchedFunction, WatchedResources } from './watched-resources.ts';

/** Searches the stack for the resources that alarms watch, so that no function is left out. */
export function findWatchedResources(
  stack: Stack,
  stage: string,
  { queues, intake, table }: StatefulStack,
): WatchedResources {
  const all = stack.node.findAll();
  const api = all.find((construct) => construct instanceof RestApi);
  if (!api) throw new Error('The stack has no API to watch');
  return {
    stage,
    api: { name: api.restApiName, stageName: api.deploymentStage.stageName },
    functions: all.filter((construct) => construct instanceof ServiceFunction).map(watchedFunction),
    queues: {
      main: queues.main.queueName,
      slow: queues.slow.queueName,
      hung: queues.hung.queueName,
      intake: intake.calls.queueName,
      intakeDeadLetters: intake.deadLetters.queueName,
      deadLetters: queues.deadLetters.queueName,
      relayFailures: queues.relayFailures.queueName,
    },
    table: {
      name: table.tableName,
      indexes: [TABLE.dueIndex.name, TABLE.partnerIndex.name, TABLE.undeliveredIndex.name],
    },
  };
}

function watchedFunction({ action, functionName, timeout }: ServiceFunction): WatchedFunction {
  if (!timeout) throw new Error(`${action} has no timeout`);
  return { action, name: functionName, timeoutSeconds: timeout.toSeconds() };
}
