import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnQueryDefinition } from 'aws-cdk-lib/aws-logs';
import type { Construct, Node } from 'constructs';
import { callsDaysText } from '../shared/domain/calls/expiry.ts';
import { ROLLOUT } from '../shared/names/alarm-description.ts';
import { callLogGroups, callTraceQuery } from '../shared/names/call-trace.ts';
import { metricsNamespace } from '../shared/names/metrics.ts';
import { logGroupPrefix, stagePrefix } from '../shared/names/stage-names.ts';
import { Alarms } from './alarms/alarms.ts';
import { Probe } from './alarms/probe.ts';
import { PublicApi } from './api/public-api.ts';
import { DeliveryPipeline } from './delivery/pipeline.ts';
import { Rollout } from './functions/rollout.ts';
import { ServiceFunction } from './functions/service-function.ts';
import { PREVIOUS_COMMITS, type StageSettings } from './stages.ts';
import type { StatefulStack } from './stateful-stack.ts';
import { allowVoicePlatform } from './voice-platform/access.ts';
import { VoicePlatform } from './voice-platform/voice-platform.ts';

interface ServiceStackProps extends StackProps {
  readonly data: StatefulStack;
  /** The folder with the built bundles, one per function. */
  readonly bundlesDir: string;
}

/**
 * The stack of the API, the delivery pipeline and the functions for the voice platform. Every deployment of the service
 * updates this stack, which uses the data of the stateful stack.
 */
export class ServiceStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    settings: StageSettings,
    { data, bundlesDir, ...props }: ServiceStackProps,
  ) {
    super(scope, id, props);
    const context = { settings, data, bundlesDir };
    const api = new PublicApi(this, 'PublicApi', context);
    const delivery = new DeliveryPipeline(this, 'Delivery', context);
    const voicePlatform = new VoicePlatform(this, 'VoicePlatform', context);
    allowVoicePlatform(this, settings, { lineForCall: voicePlatform.lineForCall, recordCall: delivery.recordCall });
    if (settings.probe) new Probe(this, 'Probe', context, api.url);
    if (settings.rollout !== 'direct') {
      const functions = this.node.findAll().filter((construct) => construct instanceof ServiceFunction);
      new Rollout(this, ROLLOUT, { context, functions, pace: settings.rollout });
    }
    // The query of `operator call trace`, saved for people who have only the CloudWatch console.
    new CfnQueryDefinition(this, 'CallTraceQuery', {
      // The console shows the part of the name before the slash as a folder.
      name: `${stagePrefix(settings.stage)}/call-trace`,
      logGroupNames: callLogGroups(logGroupPrefix(settings.stage)),
      // A person replaces CALL_ID with the id of a call.
      queryString: callTraceQuery('CALL_ID'),
    });
    if (settings.onCall) new Alarms(this, 'Alarms', settings, settings.onCall, data);
    // The functions refer to their log groups in the stateful stack only by name, so CDK cannot see this dependency.
    this.addStackDependency(data);

    this.#output({
      ApiUrl: api.url,
      ...(settings.domain && { ExecuteApiUrl: api.executeApiUrl }),
      ApiName: api.name,
      ApiStageName: api.stageName,
      TableName: data.table.tableName,
      DeliveryQueueUrl: data.queues.main.queueUrl,
      SlowQueueUrl: data.queues.slow.queueUrl,
      HungQueueUrl: data.queues.hung.queueUrl,
      DeadLetterQueueUrl: data.queues.deadLetters.queueUrl,
      RelayFailureQueueUrl: data.queues.relayFailures.queueUrl,
      IntakeQueueUrl: data.intake.calls.queueUrl,
      IntakeDeadLetterQueueUrl: data.intake.deadLetters.queueUrl,
      PartnerNoticesTopicArn: data.notices.topicArn,
      KeyArn: data.secretsKey.keyArn,
      LineForCallFunctionName: voicePlatform.lineForCall.live.functionName,
      IntakeFunctionName: voicePlatform.intake.live.functionName,
      IntakeMappingId: voicePlatform.intakeMapping.eventSourceMappingId,
      RecordCallFunctionName: delivery.recordCall.live.functionName,
      SweepFunctionName: delivery.sweep.live.functionName,
      RelayFunctionName: delivery.relay.live.functionName,
      DeliverFunctionName: delivery.deliver.live.functionName,
      RelayMappingId: delivery.relayMapping.eventSourceMappingId,
      DeliverMappingId: delivery.mainMapping.eventSourceMappingId,
      DeliverSlowMappingId: delivery.slowMapping.eventSourceMappingId,
      DeliverHungMappingId: delivery.hungMapping.eventSourceMappingId,
      KeepsData: String(settings.keepsData),
      LogGroupPrefix: logGroupPrefix(settings.stage),
      LogRetentionDays: String(settings.logRetentionDays),
      CallsDays: callsDaysText(settings.callsDays),
      MetricsNamespace: metricsNamespace(settings.stage),
      ...deployedCommits(this.node),
    });
  }

  /** Adds outputs, from which the operator's tools learn the resources of the stage. */
  #output(values: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(values)) new CfnOutput(this, name, { value });
  }
}

/**
 * Returns the outputs for `npm run trace` and for rollbacks. The commits come from the context, because a synthesis
 * cannot know whether its result will be deployed, and which version it would replace.
 */
function deployedCommits(node: Node): Readonly<Record<string, string>> {
  const commit: unknown = node.tryGetContext('commit');
  const previous: unknown = node.tryGetContext(PREVIOUS_COMMITS.context);
  return {
    ...(typeof commit === 'string' && { Commit: commit }),
    ...(typeof previous === 'string' && { [PREVIOUS_COMMITS.output]: previous }),
  };
}
