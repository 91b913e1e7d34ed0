import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Lambda } from '@aws-sdk/client-lambda';
import { SQS } from '@aws-sdk/client-sqs';
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { createVoicePlatform, lambdaInvoke, sqsSend } from '../../clients/voice-platform/src/index.ts';
import { operator } from '../support/service/operator.ts';
import { newPartner, running } from '../support/service/world.ts';
import { until } from '../support/until.ts';

const NUMBER = '+821055504321';
const PAGE = join(import.meta.dirname, '../../docs/voice-platform.md');

const oneOrMore = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());

/** A policy whose statements name each action and each resource, without wildcards or conditions. */
const plainPolicy = z.strictObject({
  Version: z.literal('2012-10-17'),
  Statement: z.array(
    z.strictObject({
      Effect: z.literal('Allow'),
      Action: oneOrMore.refine(isPlain),
      Resource: oneOrMore.refine(isPlain),
    }),
  ),
});
type PlainPolicy = z.infer<typeof plainPolicy>;

function isPlain(names: readonly string[]): boolean {
  return names.every((name) => !/[*?]/.test(name));
}

const given = z.looseObject({ FunctionName: z.string().optional(), QueueUrl: z.string().optional() });

/** The actions of IAM whose names differ from those of their operations. */
const ACTIONS: Readonly<Record<string, string>> = { 'lambda:Invoke': 'lambda:InvokeFunction' };

/** Makes a client reject what the policy does not allow, as AWS does. Local engines check no rights. */
function restrict<Client extends Lambda | SQS>(client: Client, { Statement }: PlainPolicy): Client {
  const service = client.config.serviceId.toLowerCase();
  const send = async (command: { readonly input: unknown }, ...more: unknown[]) => {
    const operation = `${service}:${command.constructor.name.replace(/Command$/, '')}`;
    const action = ACTIONS[operation] ?? operation;
    const resource = arnOf(given.parse(command.input));
    const isAllowed = Statement.some((one) => one.Action.includes(action) && one.Resource.includes(resource));
    if (isAllowed) return Reflect.apply(client.send, client, [command, ...more]);
    const message = `User is not authorized to perform: ${action} on resource: ${resource}`;
    throw Object.assign(new Error(message), { name: 'AccessDeniedException', $metadata: { httpStatusCode: 403 } });
  };
  return Object.assign(Object.create(client), { send });
}

const HOME = 'us-east-1:000000000000';

function arnOf({ FunctionName, QueueUrl }: z.infer<typeof given>): string {
  return QueueUrl === undefined
    ? `arn:aws:lambda:${HOME}:function:${FunctionName}`
    : `arn:aws:sqs:${HOME}:${new URL(QueueUrl).pathname.split('/').at(-1)}`;
}

/** Returns the policy of docs/voice-platform.md, with the names of the running service filled in. */
function policyOfThePage(): PlainPolicy {
  const { outputs, intakeQueueUrl } = running();
  const [text = ''] = readFileSync(PAGE, 'utf8').match(/(?<=```json\n)\{\s*"Version".*?(?=```)/s) ?? [];
  const names: Readonly<Record<string, string>> = {
    ...outputs,
    ...{ region: 'us-east-1', account: '000000000000' },
    'name of the queue in IntakeQueueUrl': new URL(intakeQueueUrl).pathname.split('/').at(-1) ?? '',
  };
  return plainPolicy.parse(JSON.parse(text.replace(/<([^>]+)>/g, (_, name: string) => names[name] ?? `no ${name}`)));
}

function platformWith(policy: PlainPolicy) {
  const { lambdaEndpoint, sqsEndpoint, intakeQueueUrl, credentials, outputs } = running();
  const settings = { credentials, region: 'us-east-1', maxAttempts: 1 };
  const lambda = restrict(new Lambda({ ...settings, endpoint: lambdaEndpoint }), policy);
  const sqs = restrict(new SQS({ ...settings, endpoint: sqsEndpoint }), policy);
  const names = { lineForCall: outputs.LineForCallFunctionName, recordCall: outputs.RecordCallFunctionName };
  const platform = createVoicePlatform({ invoke: lambdaInvoke(lambda, names), send: sqsSend(sqs, intakeQueueUrl) });
  return { lambda, sqs, platform };
}

const without = ({ Statement, ...policy }: PlainPolicy, part: string): PlainPolicy => ({
  ...policy,
  Statement: Statement.map((one) => ({ ...one, Resource: one.Resource.filter((arn) => !arn.includes(part)) })),
});

const partner = await newPartner();
const { tenantId } = await partner.createLine();
await operator(running().dataDir, ['line', 'attach-number', '--tenant', tenantId, '--number', NUMBER]);

const call = (callId: string) => ({
  tenantId,
  call: { callId, summary: 'Two at seven', callerNumber: '+821012345678' },
});
const listed = async () =>
  (await partner.call('GET', `/v1/tenants/${tenantId}/calls`)).json<{ calls: readonly object[] }>().calls;

describe('a voice platform that has only the rights of docs/voice-platform.md', () => {
  it('a voice platform with the documented rights can look up lines and hand over calls in both ways', async () => {
    const { platform } = platformWith(policyOfThePage());
    expect(await platform.lineForCall({ number: NUMBER })).toMatchObject({ line: { tenantId } });
    expect(await platform.lineForCall({ tenantId })).toMatchObject({ line: { number: NUMBER } });
    expect(await platform.recordCall(call('invoked'))).toMatchObject({ alreadyStored: false });
    await platform.enqueueCall(call('queued'));
    await until(async () => (await listed()).length === 2);
    expect(await listed()).toMatchObject([
      { callId: 'queued', callerNumber: '****5678' },
      { callId: 'invoked', callerNumber: '****5678' },
    ]);
  });

  it('a voice platform with the documented rights cannot invoke other functions or read its queue', async () => {
    const { lambda, sqs } = platformWith(policyOfThePage());
    const { outputs, intakeQueueUrl: QueueUrl, intakeDeadLetterQueueUrl, deliveryQueueUrl } = running();
    const Payload = '{}';
    const unqualified = outputs.RecordCallFunctionName.replace(/:live$/, '');
    const MessageBody = '{}';
    const denied = [
      lambda.invoke({ FunctionName: 'sweep:live', Payload }),
      lambda.invoke({ FunctionName: unqualified, Payload }),
      lambda.getFunction({ FunctionName: outputs.RecordCallFunctionName }),
      sqs.receiveMessage({ QueueUrl }),
      sqs.purgeQueue({ QueueUrl }),
      sqs.sendMessage({ QueueUrl: intakeDeadLetterQueueUrl, MessageBody }),
      sqs.sendMessage({ QueueUrl: deliveryQueueUrl, MessageBody }),
    ];
    const ends = await Promise.allSettled(denied);
    const denial = { status: 'rejected', reason: { name: 'AccessDeniedException' } };
    expect(ends).toMatchObject(ends.map(() => denial));
  });

  it.each([
    ['look up a line', 'line-for-call', (of: Platform) => of.lineForCall({ tenantId })],
    ['record a call', 'record-call', (of: Platform) => of.recordCall(call('denied'))],
    ['queue a call', ':sqs:', (of: Platform) => of.enqueueCall(call('denied'))],
  ])('a voice platform cannot %s without one of its documented rights', async (_, part, act) => {
    const whole = policyOfThePage();
    const less = without(whole, part);
    const rights = ({ Statement }: PlainPolicy) => Statement.flatMap(({ Resource }) => Resource).length;
    expect(rights(less)).toBe(rights(whole) - 1);
    await expect(act(platformWith(less).platform)).rejects.toMatchObject({ name: 'AccessDeniedException' });
  });
});

type Platform = ReturnType<typeof createVoicePlatform>;
