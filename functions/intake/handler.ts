import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { Failure } from '../../shared/domain/requests/failure.ts';
import { type Intake, readIds, storeFinishedCall } from '../../shared/intake/store-finished-call.ts';
import { faultOf } from '../../shared/telemetry/logger.ts';
import { reportFault } from '../../shared/telemetry/telemetry.ts';
import type { IntakeQueue } from './queue.ts';

interface Deps extends Intake {
  readonly queue: IntakeQueue;
}

/**
 * Records the finished calls in a batch of messages. The body of a message is the input of record-call. A call that is
 * refused goes to the dead-letter queue, because a retry would not help. After a fault, the message waits in the queue.
 */
export const createHandler =
  (deps: Deps) =>
  async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const failed = await Promise.all(
      Records.map(async (message) =>
        (await recordQueuedCall(deps, message)) ? [] : [{ itemIdentifier: message.messageId }],
      ),
    );
    return { batchItemFailures: failed.flat() };
  };

/** Records the call that a message contains. Returns false if the message must be received again. */
async function recordQueuedCall(deps: Deps, message: SQSRecord): Promise<boolean> {
  const input = parseBody(message.body);
  const about = { messageId: message.messageId, ...readIds(input) };
  try {
    const response = await storeFinishedCall(deps, 'queued', input);
    if ('refused' in response) await deps.queue.layAside(message, response.refused.message);
    return true;
  } catch (error) {
    // A `Failure` means that other requests were writing the same items. `storeFinishedCall` has already logged it.
    if (!(error instanceof Failure)) reportFault(deps, 'A queued call could not be recorded', error, about);
    await backOff(deps, message, about);
    return false;
  }
}

/** Hides the message until its next try. If hiding fails, the message returns after the queue's visibility timeout. */
async function backOff({ queue, logger }: Deps, message: SQSRecord, about: Readonly<Record<string, unknown>>) {
  try {
    await queue.backOff(message);
  } catch (error) {
    logger.warn('The next try of a queued call could not be delayed', { ...about, error: faultOf(error) });
  }
}

/** Returns the input, or undefined if the body is not JSON. The call is then refused. */
function parseBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
