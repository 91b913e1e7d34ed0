import {
  ProvisionedThroughputExceededException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';

/** One call to the outside: what was asked of whom. */
export interface Call {
  readonly service: 'table' | 'queue' | 'keys' | 'receiver' | 'resolver';
  readonly command: string;
  readonly writes: boolean;
  /** Items that another transaction may be writing at the same moment. */
  readonly contended: number;
}

/** Ways in which a call can go wrong. */
type Kind =
  | 'notSent'
  | 'responseLost'
  /** As the SDK repeats a request whose answer was lost. That it repeats one that was not sent harms nobody. */
  | 'sentTwice'
  /** For all of the SDK's own tries. */
  | 'throttled'
  /** Of a batch of keys: none was read this time. */
  | 'leftForLater'
  /** Of a batch of messages: none was taken. */
  | 'refused'
  /** Another transaction is writing an item; over when it is tried again. */
  | 'conflict'
  /** The same for as long as the invocation lasts. */
  | 'contended'
  /** The call never returns: the invocation is dead. */
  | 'diesBefore'
  | 'diesAfter'
  /** The call waits, somebody else does the work meanwhile, and then the invocation goes on as if nothing had been. */
  | 'late'
  /** The same, after everything else. */
  | 'veryLate';

export interface Mode {
  readonly kind: Kind;
  /** Which item of a transaction the conflict is on. */
  readonly part: number;
}

/** A fault of one call, counted from 1 over all invocations of a run. */
export interface Fault extends Mode {
  readonly number: number;
}

const of = (...kinds: Kind[]): Mode[] => kinds.map((kind) => ({ kind, part: 0 }));

const READ = of('notSent', 'throttled', 'diesBefore', 'late', 'veryLate');
const WRITE = [...READ, ...of('responseLost', 'sentTwice', 'diesAfter')];

/** Everything that can happen to such a call. An answer that is lost of a mere look-up is the same as one never asked for. */
export function modesOf({ service, command, writes, contended }: Call): readonly Mode[] {
  switch (service) {
    case 'table': {
      if (!writes) return command === 'BatchGet' ? [...READ, ...of('leftForLater')] : READ;
      const parts = Array.from({ length: contended }, (_, part) => part);
      const conflicts = parts.flatMap((part) => [
        { kind: 'conflict', part } as const,
        { kind: 'contended', part } as const,
      ]);
      return [...WRITE, ...conflicts];
    }
    case 'queue':
      return [...WRITE, ...of('refused')];
    case 'keys':
      return READ;
    case 'receiver':
      return of('notSent', 'responseLost', 'diesBefore', 'diesAfter', 'late', 'veryLate');
    case 'resolver':
      return of('notSent', 'diesBefore', 'late', 'veryLate');
  }
}

/** Faults that are repaired without anybody outside noticing. */
export const isInvisible = ({ kind }: Mode) => kind === 'sentTwice' || kind === 'leftForLater' || kind === 'conflict';

const $metadata = {};

export const noResponse = () => Object.assign(new Error('socket hang up'), { name: 'TimeoutError' });

export const throttling = () =>
  new ProvisionedThroughputExceededException({ message: 'The level of requests is too high', $metadata });

/** How DynamoDB says that another transaction is writing the item. */
export const conflict = ({ command, contended }: Call, part: number): Error =>
  command === 'TransactWrite'
    ? new TransactionCanceledException({
        message: 'Transaction cancelled',
        CancellationReasons: Array.from({ length: contended }, (_, index) => ({
          Code: index === part ? 'TransactionConflict' : 'None',
        })),
        $metadata,
      })
    : new TransactionConflictException({ message: 'Transaction is ongoing for the item', $metadata });
