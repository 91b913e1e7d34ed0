import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { createVoicePlatform, lambdaInvoke, sqsSend } from '../../../clients/voice-platform/src/index.ts';
import { recordCallInput } from '../../../shared/domain/calls/finished-call.ts';
import { maskPhoneNumber } from '../../../shared/domain/calls/phone-number.ts';

const PAGE = new URL('../../../docs/voice-platform.md', import.meta.url);
const page = readFileSync(PAGE, 'utf8');
const blocks = [...page.matchAll(/```json\n(.*?)```/gs)].map(([, text = '']) => JSON.parse(text));
const policy = z.object({
  Statement: z.array(
    z.strictObject({
      Effect: z.literal('Allow'),
      Action: z.string(),
      Resource: z.union([z.string(), z.array(z.string())]),
    }),
  ),
});

describe('the examples in docs/voice-platform.md', () => {
  it('the function `record-call` accepts the sample input in docs/voice-platform.md', () => {
    const inputs = blocks.filter((block) => 'tenantId' in block);
    expect(inputs.map((input) => recordCallInput.safeParse(input).success)).toEqual([true]);
  });

  it('docs/voice-platform.md masks its sample numbers as the service does', () => {
    const rows = [...page.matchAll(/^ {2}\| `([^`]+)` \| `(\*{4}\d*)` \|$/gm)].map(([, number = '', masked]) => [
      number,
      masked,
    ]);
    expect(rows).toHaveLength(5);
    expect(rows).toEqual(rows.map(([number = '']) => [number, maskPhoneNumber(number)]));
  });

  it("docs/voice-platform.md grants exactly the rights that the voice platform's client uses", async () => {
    const used = new Set<string>();
    const use = (action: string, name: string) => void used.add(`${action} ${name}`);
    const lambda = {
      async invoke({ FunctionName }: { FunctionName: string }) {
        use('lambda:InvokeFunction', `arn:aws:lambda:<region>:<account>:function:<${FunctionName}>`);
        return { Payload: new TextEncoder().encode('{"refused":{"message":"no"}}') };
      },
    };
    const sqs = {
      sendMessage: async ({ QueueUrl }: { QueueUrl: string }) =>
        use('sqs:SendMessage', `arn:aws:sqs:<region>:<account>:<name of the queue in ${QueueUrl}>`),
    };
    const names = { lineForCall: 'LineForCallFunctionName', recordCall: 'RecordCallFunctionName' };
    const platform = createVoicePlatform({ invoke: lambdaInvoke(lambda, names), send: sqsSend(sqs, 'IntakeQueueUrl') });
    const input = { tenantId: 'tn_1', call: { callId: 'c1', summary: 'Hi' } };
    await Promise.all([platform.lineForCall(input), platform.recordCall(input), platform.enqueueCall(input)]);
    const granted = blocks
      .filter((block) => 'Statement' in block)
      .flatMap((block) => policy.parse(block).Statement)
      .flatMap(({ Action, Resource }) => [Resource].flat().map((resource) => `${Action} ${resource}`));
    expect([...used].sort()).toEqual(granted.sort());
  });
});
