import { describe, expect, it } from '@jest/globals';
import { lambdaInvoke, sqsSend } from '../../../clients/voice-platform/src/index.ts';

const names = { lineForCall: 'line-for-call:live', recordCall: 'record-call:live' };
const { signal } = new AbortController();
const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

describe("the function `lambdaInvoke` of the voice platform's client", () => {
  it.each([
    ['line-for-call', names.lineForCall],
    ['record-call', names.recordCall],
  ] as const)('lambdaInvoke sends JSON to %s under its configured name', async (name, given) => {
    const requests: unknown[] = [];
    const lambda = {
      invoke: async (...request: unknown[]) => {
        requests.push(request);
        return { Payload: json({ name: '카페' }) };
      },
    };
    expect(await lambdaInvoke(lambda, names)(name, { number: '+82' }, signal)).toEqual({ name: '카페' });
    expect(requests).toEqual([[{ FunctionName: given, Payload: json({ number: '+82' }) }, { abortSignal: signal }]]);
  });

  it('lambdaInvoke throws an error that contains the error of the invoked function', async () => {
    const lambda = { invoke: async () => ({ FunctionError: 'Unhandled', Payload: json({ errorMessage: 'Timeout' }) }) };
    await expect(lambdaInvoke(lambda, names)('record-call', {}, signal)).rejects.toThrow(
      'record-call failed: {"errorMessage":"Timeout"}',
    );
  });
});

it('sqsSend sends a message to the queue in a message group', async () => {
  const requests: unknown[] = [];
  const sqs = { sendMessage: async (...request: unknown[]) => void requests.push(request) };
  await sqsSend(sqs, 'https://queue')({ body: '{}', groupId: 'tn_1' }, signal);
  const message = { QueueUrl: 'https://queue', MessageBody: '{}', MessageGroupId: 'tn_1' };
  expect(requests).toEqual([[message, { abortSignal: signal }]]);
});
