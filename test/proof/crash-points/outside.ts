import { KMSClient } from '@aws-sdk/client-kms';
import {
  ChangeMessageVisibilityCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { BatchGetCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Resolve } from '../../../shared/delivery/permitted-receivers/resolver.ts';
import type { Post, Send } from '../../../shared/delivery/sending/sender.ts';
import type { Outcome } from '../../../shared/domain/deliveries/retry-policy.ts';
import type { Table } from '../../../shared/store/table/connect.ts';
import { clientOf } from '../../support/aws/client-of.ts';
import { intercepted } from '../../support/table/faulty.ts';
import type { Call } from './faults.ts';
import type { Invocation } from './script.ts';

/** The external services that a function or an operator command uses. */
export interface Outside {
  readonly table: Table;
  readonly kms: Pick<KMSClient, 'send'>;
  readonly sqs: Pick<SQSClient, 'send'>;
  readonly send: Send;
  readonly resolve: Resolve;
}

/** The external services without failures. */
export interface Reality {
  readonly table: Table;
  readonly kms: Pick<KMSClient, 'send'>;
  readonly enqueue: (command: SendMessageBatchCommand) => void;
  /** Puts a refused call into the dead-letter queue of calls. */
  readonly layAside: (command: SendMessageCommand) => void;
  readonly send: (post: Post, isLate: boolean) => Promise<Outcome>;
  readonly resolve: Resolve;
  /** Returns the outcome that the sender reports when it gives up on a request to a receiver. */
  readonly cutOff: (wasSent: boolean) => Outcome;
}

/** Returns the services as one invocation sees them: every call goes through its script. */
export function outsideOf(reality: Reality, { through, isLate }: Pick<Invocation, 'through' | 'isLate'>): Outside {
  const { table, kms, enqueue, layAside, send, resolve, cutOff } = reality;
  const keyService = { send: (command: Parameters<KMSClient['send']>[0]) => kms.send(command) };
  return {
    table: {
      ...intercepted(table, (command) =>
        through<unknown>(tableCall(command), {
          send: () => table.db.send(command),
          undone: unprocessed(command),
        }),
      ),
      pacing: table.pacing,
    },
    kms: clientOf(KMSClient, (command: object) =>
      through(call('keys', command), { send: () => Reflect.apply(keyService.send, kms, [command]) }),
    ),
    sqs: clientOf(SQSClient, (command: object) => {
      const asked = { ...call('queue', command), writes: true };
      if (command instanceof SendMessageCommand) return through(asked, { send: async () => layAside(command) });
      // The scenarios themselves decide when a message comes back.
      if (command instanceof ChangeMessageVisibilityCommand) return through(asked, { send: async () => undefined });
      if (!(command instanceof SendMessageBatchCommand)) throw new TypeError('The queue does not know this command');
      const carryOut = async () => {
        enqueue(command);
        return {};
      };
      return through<object>(asked, { send: carryOut, undone: rejection(command) });
    }),
    send: (post) =>
      through(
        { service: 'receiver', command: 'POST', writes: true, contended: 0 },
        { send: () => send(post, isLate()), withoutResponse: cutOff },
      ),
    resolve: (hostname) =>
      through(
        { service: 'resolver', command: 'look-up', writes: false, contended: 0 },
        { send: () => resolve(hostname), withoutResponse: () => ({ kind: 'trouble' }) },
      ),
  };
}

const nameOf = (command: object) => command.constructor.name.replace(/Command$/, '');
const call = (service: Call['service'], command: object): Call => ({
  service,
  command: nameOf(command),
  writes: false,
  contended: 0,
});

/** Rate counters and the slow marks of partners are never part of a transaction. */
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
