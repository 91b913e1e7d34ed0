import { KMSClient } from '@aws-sdk/client-kms';
import {
  ChangeMessageVisibilityCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { BatchGetCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { EVENT_HEADERS } from '../../../shared/contract/calls/event-headers.ts';
import type { Resolve } from '../../../shared/delivery/permitted-receivers/resolver.ts';
import type { Post, Send } from '../../../shared/delivery/sending/sender.ts';
import type { Outcome } from '../../../shared/domain/deliveries/retry-policy.ts';
import type { Table } from '../../../shared/store/table/connect.ts';
import { clientOf } from '../../support/aws/client-of.ts';
import { fakeKms } from '../../support/aws/fake-kms.ts';
import { laneAt } from '../../support/functions/lanes.ts';
import { intercepted } from '../../support/table/faulty.ts';
import type { Call } from './faults.ts';
import type { Invocation } from './script.ts';
import { pass, type World } from './world.ts';

/** The external services that a function or an operator command uses. */
export interface Outside {
  readonly table: Table;
  readonly kms: Pick<KMSClient, 'send'>;
  readonly sqs: Pick<SQSClient, 'send'>;
  readonly send: Send;
  readonly resolve: Resolve;
}

const SENDER_LIMIT_MS = 10_000;

const { kms } = fakeKms();
let messages = 0;

/** Returns the services as one invocation sees them: every call goes through its script. */
export function outsideOf(world: World, { through, isLate }: Pick<Invocation, 'through' | 'isLate'>): Outside {
  const { table } = world;
  return {
    table: {
      ...intercepted(table, (command) =>
        through<unknown>(tableCall(command), {
          send: () => table.db.send(command),
          undone: unprocessed(command),
        }),
      ),
      pacing: { random: () => 0.5, sleepMs: (durationMs) => pass(world, durationMs) },
    },
    kms: clientOf(KMSClient, (command: object) =>
      through(call('keys', command), { send: () => Reflect.apply(kms.send, kms, [command]) }),
    ),
    sqs: clientOf(SQSClient, (command: object) => {
      const asked = { ...call('queue', command), writes: true };
      if (command instanceof SendMessageCommand) return through(asked, { send: async () => layAside(world, command) });
      // The scenarios themselves decide when a message comes back.
      if (command instanceof ChangeMessageVisibilityCommand) return through(asked, { send: async () => undefined });
      if (!(command instanceof SendMessageBatchCommand)) throw new TypeError('The queue does not know this command');
      const carryOut = async () => {
        enqueue(world, command);
        return {};
      };
      return through<object>(asked, { send: carryOut, undone: rejection(command) });
    }),
    send: (post) =>
      through(
        { service: 'receiver', command: 'POST', writes: true, contended: 0 },
        {
          send: async () => receive(world, post, isLate()),
          withoutResponse: (wasSent) => cutOff(world, wasSent),
        },
      ),
    resolve: () =>
      through<Awaited<ReturnType<Resolve>>>(
        { service: 'resolver', command: 'look-up', writes: false, contended: 0 },
        {
          send: async () => ({ kind: 'addresses', addresses: ['8.8.8.8'] }),
          withoutResponse: () => ({ kind: 'trouble' }),
        },
      ),
  };
}

/** These services never fail by themselves. */
function enqueue(world: World, { input: { QueueUrl, Entries = [] } }: SendMessageBatchCommand): void {
  for (const { MessageBody = '', DelaySeconds = 0 } of Entries) {
    messages += 1;
    if (world.canaries.some(({ text }) => MessageBody.includes(text)))
      world.problems.push('a message contains a canary');
    const visibleAtMs = world.nowMs + DelaySeconds * 1_000;
    world.messages.push({ id: String(messages), lane: laneAt(QueueUrl), body: MessageBody, visibleAtMs, receives: 0 });
  }
}

/** Puts a refused call into the dead-letter queue of calls. */
function layAside(world: World, { input: { MessageBody = '', MessageAttributes = {} } }: SendMessageCommand): void {
  world.laidAside.push({ body: MessageBody, reason: MessageAttributes['reason']?.StringValue });
}

function receive(world: World, { headers, body }: Post, isLate: boolean): Outcome {
  const callId = headers[EVENT_HEADERS.delivery] ?? '';
  const first = world.received.find((earlier) => earlier.callId === callId);
  if (first !== undefined && first.body !== body) world.problems.push(`${callId} was sent with two different bodies`);
  if (![...world.signers].some((secret) => world.isSigned(secret, { headers, body })))
    world.problems.push(`${callId} is signed with a secret that was never in force`);
  world.received.push({ callId, body, atMs: world.nowMs, isLate });
  const outcome = world.receiver(world.received.length);
  if (outcome.kind === 'noResponse' && outcome.why === 'timeout') world.nowMs += SENDER_LIMIT_MS;
  return outcome;
}

/** Returns the outcome that the sender reports when it gives up on a request to a receiver. */
function cutOff(world: World, wasSent: boolean): Outcome {
  world.nowMs += wasSent ? SENDER_LIMIT_MS : 0;
  return { kind: 'noResponse', why: wasSent ? 'timeout' : 'refused connection' };
}

const nameOf = (command: object) => command.constructor.name.replace(/Command$/, '');
const call = (service: Call['service'], command: object): Call => ({
  service,
  command: nameOf(command),
  writes: false,
  contended: 0,
});

/** Rate counters and the marks of partners are never part of a transaction. */
const NEVER_IN_TRANSACTIONS = /^RATE#|^LANE$/;

function tableCall(command: object): Call {
  const read = call('table', command);
  if (command instanceof TransactWriteCommand) {
    return { ...read, writes: true, contended: command.input.TransactItems?.length ?? 0 };
  }
  if (!(command instanceof UpdateCommand)) return read;
  const isAlone = Object.values(command.input.Key ?? {}).some((part) => NEVER_IN_TRANSACTIONS.test(String(part)));
  return { ...read, writes: true, contended: isAlone ? 0 : 1 };
}

/** Returns the result of a batch of which DynamoDB processed no key. */
const unprocessed = (command: object) =>
  command instanceof BatchGetCommand ? { Responses: {}, UnprocessedKeys: command.input.RequestItems } : undefined;

/** Returns the result of a batch of which the queue accepted no message. */
const rejection = ({ input: { Entries = [] } }: SendMessageBatchCommand) => ({
  Successful: [],
  Failed: Entries.map(({ Id }) => ({ Id, Code: 'InternalError', SenderFault: false })),
});
