import type { Lambda } from '@aws-sdk/client-lambda';
import type { SQS } from '@aws-sdk/client-sqs';
import * as z from 'zod';

const oneOrMore = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());

/** A policy whose statements name each action and each resource, without wildcards or conditions. */
export const plainPolicy = z.strictObject({
  Version: z.literal('2012-10-17'),
  Statement: z.array(
    z.strictObject({
      Effect: z.literal('Allow'),
      Action: oneOrMore.refine(isPlain),
      Resource: oneOrMore.refine(isPlain),
    }),
  ),
});
export type PlainPolicy = z.infer<typeof plainPolicy>;

function isPlain(names: readonly string[]): boolean {
  return names.every((name) => !/[*?]/.test(name));
}

const given = z.looseObject({ FunctionName: z.string().optional(), QueueUrl: z.string().optional() });

/** The actions of IAM whose names differ from those of their operations. */
const ACTIONS: Readonly<Record<string, string>> = { 'lambda:Invoke': 'lambda:InvokeFunction' };

/** Makes a client reject what the policy does not allow, as AWS does. Local engines check no rights. */
export function restrict<Client extends Lambda | SQS>(client: Client, { Statement }: PlainPolicy): Client {
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
