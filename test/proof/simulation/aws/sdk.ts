import { DynamoDBServiceException } from '@aws-sdk/client-dynamodb';
import { type Environment, LONGEST_FREEZE_MS, type Nature } from '../nature/environment.ts';

const FAULTS = ['request not sent', 'response lost', 'request arrives late', 'throttled'] as const;
/** How many tries a simulated client makes by default. Some clients are configured to send only once. */
export const SDK_TRIES = 3;

/** The environment that an SDK client belongs to. */
export interface Caller {
  readonly nature: Nature;
  readonly env: Environment;
}

/**
 * Sends a request as an SDK client does. It retries after a failure, although the first request may have succeeded or
 * may take effect much later. When it gives up, it does not know whether a request took effect.
 */
export async function asSdk<T>(
  { nature, env }: Caller,
  point: string,
  request: () => Promise<T>,
  maxTries = SDK_TRIES,
): Promise<T> {
  const { timeline, chances, faults } = nature;
  for (let tries = 1; ; tries += 1) {
    const fault = faults.strike(`${env.name} ${point} request`, FAULTS);
    if (fault === undefined) return env.through(point, request);
    await env.through(point, async () => {
      const withoutResponse = () => void request().catch(() => undefined);
      if (fault === 'response lost') withoutResponse();
      if (fault === 'request arrives late')
        timeline.after(chances.between(`${point} late`, 1_000, LONGEST_FREEZE_MS), withoutResponse);
    });
    // The SDK stops retrying when too many of its requests have failed.
    if (tries === maxTries || chances.fraction(`${env.name} gives up`) < 0.3) throw failureOf(fault);
    await env.sleepMs(chances.between(`${point} repetition`, 20, 200) * tries);
  }
}

const failureOf = (fault: (typeof FAULTS)[number]) =>
  new DynamoDBServiceException({
    name: fault === 'throttled' ? 'ThrottlingException' : 'TimeoutError',
    $fault: fault === 'throttled' ? 'client' : 'server',
    message: fault,
    $metadata: {},
  });
