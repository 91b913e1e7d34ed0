import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Publication, startSns } from '../../../../local/aws/sns/sns.ts';
import { clientSettings } from '../../../../tooling/local-service.ts';
import { TEST_ACCESS, testSettings } from '../../../support/access.ts';

describe('the SNS emulator', () => {
  const heard: Publication[] = [];
  let service: Awaited<ReturnType<typeof startSns>>;
  let sns: SNSClient;
  beforeAll(async () => {
    service = await startSns({
      accessKeyId: TEST_ACCESS.accessKeyId,
      onMessage: (published) => void heard.push(published),
    });
    sns = new SNSClient(testSettings(service.endpoint));
  });
  afterAll(async () => {
    sns.destroy();
    await service.close();
  });
  const TopicArn = 'arn:aws:sns:eu-west-1:000000000000:partner-notices';

  it('the SNS emulator reports the topic and the message that the SDK publishes', async () => {
    const { MessageId } = await sns.send(new PublishCommand({ TopicArn, Message: '{"name":"가게 & Café=1+1"}' }));
    expect(MessageId).toMatch(/^[\da-f-]{36}$/);
    expect(heard).toEqual([{ topic: 'partner-notices', message: '{"name":"가게 & Café=1+1"}' }]);
  });

  it('the SNS emulator rejects a message without a topic', async () => {
    const error = await sns.send(new PublishCommand({ Message: 'to nobody' })).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'InvalidParameterException' });
  });

  it('the SNS emulator rejects a client with another access key', async () => {
    const stranger = new SNSClient(clientSettings(service.endpoint, { accessKeyId: 'no', secretAccessKey: 'no' }));
    const sending = stranger.send(new PublishCommand({ TopicArn, Message: 'from a stranger' }));
    const error = await sending.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'InvalidClientTokenId', message: expect.stringContaining('access key') });
    stranger.destroy();
  });
});
