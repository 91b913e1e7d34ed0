import { CloudWatchLogsClient } from '@aws-sdk/client-cloudwatch-logs';
import { paginateListSubscriptionsByTopic, SNSClient } from '@aws-sdk/client-sns';
import { canBeTemporaryName, stageSettings } from '../../lib/stages.ts';
import { toolClient } from '../../shared/aws/client.ts';
import { stackNameOf } from '../../shared/names/stage-names.ts';
import { findAccountAndRegion } from '../deploy/account-and-region.ts';
import { connectAws } from '../deploy/aws/aws.ts';
import { requireStageSettings } from '../deploy/flags.ts';
import type { Deployed } from './run.ts';

/**
 * Finds a deployed stage and its settings. Throws a Problem if no stage can have this name, or if the credentials are
 * for another account.
 */
export async function findDeployedStage(stageName: string): Promise<Deployed> {
  // The settings of a temporary stage need an expiry, but no check reads it.
  const expiresAt = canBeTemporaryName(stageName) ? new Date().toISOString() : undefined;
  const settings = requireStageSettings(stageName, stageSettings, { expiresAt });
  const aws = connectAws(settings.env?.region);
  const place = await findAccountAndRegion(settings, aws);
  const stackName = stackNameOf(settings.stage, 'service');
  const { region } = place;
  const logs = toolClient(CloudWatchLogsClient, { region });
  // The operator's clients take the region from the environment.
  process.env['AWS_REGION'] = region;
  return {
    stage: { settings, place, aws, logs, subscribersOf: subscribersIn(region) },
    stackName,
    commit: await aws.stackOutput(stackName, 'Commit'),
  };
}

const subscribersIn = (region: string) => async (TopicArn: string) => {
  const client = toolClient(SNSClient, { region });
  const subscribers: { readonly isConfirmed: boolean }[] = [];
  for await (const { Subscriptions = [] } of paginateListSubscriptionsByTopic({ client }, { TopicArn }))
    for (const { SubscriptionArn } of Subscriptions)
      subscribers.push({ isConfirmed: SubscriptionArn !== 'PendingConfirmation' });
  return subscribers;
};
