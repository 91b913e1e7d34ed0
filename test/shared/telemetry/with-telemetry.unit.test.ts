import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from '@jest/globals';
import type { Context } from 'aws-lambda';
import { Failure } from '../../../shared/domain/requests/failure.ts';
import { faultOf } from '../../../shared/telemetry/logger.ts';
import { withTelemetry } from '../../../shared/telemetry/telemetry.ts';
import { aContext } from '../../support/functions/endpoint-call.ts';
import { recordingTelemetry } from '../../support/functions/telemetry.ts';

const CANARY = 'Knows the caller by name';

/** Returns the error as the SDK throws it: with the items that made a condition of the transaction fail. */
const cancelled = () =>
  new TransactionCanceledException({
    message: 'Transaction cancelled',
    $metadata: { requestId: 'request-of-the-table' },
    CancellationReasons: [{ Code: 'ConditionalCheckFailed', Item: { persona: { S: CANARY } } }],
  });

const everythingOf = (error: object) =>
  JSON.stringify(Object.getOwnPropertyNames(error).map((name) => [name, Reflect.get(error, name)]));

describe('the end of an invocation', () => {
  function world(run: (event: string, context: Context) => Promise<string>) {
    const flushed: unknown[] = [];
    const { noted, logger, meter } = recordingTelemetry();
    const handler = withTelemetry({ logger, meter: { ...meter, flush: () => void flushed.push(noted()) } }, run);
    return { handler: () => handler('event', aContext), flushed };
  }

  it('the metrics of a function are written at the end of its invocation', async () => {
    const { handler, flushed } = world(async (event, { awsRequestId }) => `${event} of ${awsRequestId}`);
    expect(await handler()).toBe('event of request-1');
    expect(flushed).toEqual([{}]);
  });

  it('a failed function counts an unhandled error before it writes its metrics', async () => {
    const { handler, flushed } = world(() => Promise.reject(cancelled()));
    await expect(handler()).rejects.toThrow('Transaction cancelled');
    expect(flushed).toEqual([{ unhandledError: 1 }]);
  });

  it('the error that a failed function throws contains no item of the table', async () => {
    const { handler } = world(() => Promise.reject(cancelled()));
    const thrown = await handler().catch((error: unknown) => error);
    expect(thrown).toMatchObject({ name: 'TransactionCanceledException', message: 'Transaction cancelled' });
    expect(everythingOf(Object(thrown))).toContain('with-telemetry.unit.test');
    expect(everythingOf(Object(thrown))).not.toContain(CANARY);
  });

  it('a function that throws a Failure counts no unhandled error', async () => {
    const { handler, flushed } = world(() => Promise.reject(new Failure('unavailable', 'Busy')));
    await expect(handler()).rejects.toThrow('Busy');
    expect(flushed).toEqual([{}]);
  });
});

describe('the log entry of a fault', () => {
  it('the log entry of a fault contains the fault and its cause', () => {
    const fault = faultOf(new Error('The caller could not be checked', { cause: cancelled() }));
    expect(fault).toMatchObject({
      name: 'Error',
      message: 'The caller could not be checked',
      stack: expect.stringMatching(/^\s+at .*with-telemetry\.unit\.test/),
      cause: { name: 'TransactionCanceledException', message: 'Transaction cancelled' },
    });
    expect(JSON.stringify(fault)).not.toContain(CANARY);
  });

  it('the log entry of a JSON error does not contain the invalid text', () => {
    for (const text of [CANARY, `{"summary":"${CANARY}"`, `{"summary":${CANARY}}`]) {
      const parse = () => JSON.parse(text);
      expect(parse).toThrow();
      expect(JSON.stringify(thrownBy(parse))).not.toContain('caller');
    }
  });

  it.each(['text', undefined, null, 7, { persona: CANARY }])(
    'the log entry of a fault contains the type of the thrown value %j, but not the value',
    (thrown) => {
      expect(faultOf(thrown)).toEqual({ name: typeof thrown, message: 'The thrown value is not an Error', stack: '' });
    },
  );

  function thrownBy(run: () => unknown) {
    try {
      return run();
    } catch (error) {
      return faultOf(error);
    }
  }
});
