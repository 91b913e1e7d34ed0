import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { functionClient } from '../aws/client.ts';
import { type Health, type StateChange, waitingNotices } from '../domain/partners/health.ts';
import { type Concerned, type Notice, noticeMessage } from '../domain/partners/notice-message.ts';
import { LOG_MESSAGES } from '../names/log-messages.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';

export type Notices = ReturnType<typeof connectNotices>;

/**
 * The SDK retries only once, so that a topic that does not respond leaves the function time for its deliveries. After a
 * failed retry, the sweep sends the notice.
 */
const IMPATIENT = { maxAttempts: 2 };

/** Connects to the topic of notices about partners. */
export function connectNotices(topicArn: string) {
  const sns = functionClient(SNSClient, IMPATIENT);
  return {
    async send(partner: Concerned, notice: Notice): Promise<void> {
      await sns.send(new PublishCommand({ TopicArn: topicArn, Message: noticeMessage(partner, notice) }));
    },
  };
}

interface Deps extends Telemetry {
  readonly notices: Notices;
  readonly health: { markSent(partnerId: string, notice: Notice): Promise<void> };
}

/**
 * Sends a partner's stored notices, oldest first, and then the notice of the change that was just made, if any. Removes
 * each notice after sending it. Stops at the first error, so that no notice overtakes an older notice. The sweep sends
 * the remaining notices, with the same ids.
 */
export async function sendNotices(deps: Deps, partner: Concerned, health: Health, change?: StateChange): Promise<void> {
  const latest = change?.notice ? [change.notice] : [];
  for (const notice of [...waitingNotices(health), ...latest]) await sendAndRemove(deps, partner, notice);
}

async function sendAndRemove({ notices, health, logger }: Deps, partner: Concerned, notice: Notice): Promise<void> {
  const { partnerId } = partner;
  await notices.send(partner, notice);
  logger.info(LOG_MESSAGES.partnerNotice, { partnerId, noticeId: notice.id, state: notice.state });
  await health.markSent(partnerId, notice);
}
