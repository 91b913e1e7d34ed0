import { SQSClient } from '@aws-sdk/client-sqs';
import { functionClient } from '../../shared/aws/client.ts';
import { loadConfig } from '../../shared/config/config.ts';
import { localOverrides } from '../../shared/config/local-overrides.ts';
import { intakeFromConfig } from '../../shared/entry/intake.ts';
import { withTelemetry } from '../../shared/telemetry/telemetry.ts';
import { createHandler } from './handler.ts';
import { intakeQueue } from './queue.ts';

const { INTAKE_QUEUE_URL, INTAKE_DEAD_LETTER_QUEUE_URL } = loadConfig([
  'INTAKE_QUEUE_URL',
  'INTAKE_DEAD_LETTER_QUEUE_URL',
]);
const intake = intakeFromConfig();

export const handler = withTelemetry(
  intake,
  createHandler({
    ...intake,
    queue: intakeQueue(functionClient(SQSClient, {}), {
      queueUrl: INTAKE_QUEUE_URL,
      deadLetterQueueUrl: INTAKE_DEAD_LETTER_QUEUE_URL,
      ...localOverrides(),
    }),
  }),
);
