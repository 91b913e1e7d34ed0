/** One external call: the service and the command. */
export interface Call {
  readonly service: 'table' | 'queue' | 'keys' | 'receiver' | 'resolver';
  readonly command: string;
  readonly writes: boolean;
  /** The number of items that another transaction may be writing at the same moment. */
  readonly contended: number;
}

/** Ways in which a call can go wrong. */
type Kind =
  | 'notSent'
  | 'responseLost'
  /** The SDK sends a request again, because the response to the first was lost. */
  | 'sentTwice'
  /** All tries of the SDK are throttled. */
  | 'throttled'
  /** No key of a batch was read this time. */
  | 'leftForLater'
  /** No message of a batch was accepted. */
  | 'refused'
  /** Another transaction is writing an item. It has ended when the request is retried. */
  | 'conflict'
  /** Another transaction is writing an item, for the rest of the invocation. */
  | 'contended'
  /** The call never returns, and the invocation is dead. */
  | 'diesBefore'
  | 'diesAfter'
  /** The call waits while another invocation does the work. Then the late invocation continues. */
  | 'late'
  /** Like `late`, but the invocation continues only after everything else is done. */
  | 'veryLate';

export interface Mode {
  readonly kind: Kind;
  /** The index of the item in the transaction that has the conflict. */
  readonly part: number;
}

/** A fault of one call. Calls are counted from 1 over all invocations of a run. */
export interface Fault extends Mode {
  readonly number: number;
}

const of = (...kinds: Kind[]): Mode[] => kinds.map((kind) => ({ kind, part: 0 }));

const READ = of('notSent', 'throttled', 'diesBefore', 'late', 'veryLate');
const WRITE = [...READ, ...of('responseLost', 'sentTwice', 'diesAfter')];

/** Returns every way in which the call can fail. A read whose response is lost is the same as a read never sent. */
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

/** Tells whether the fault has no effect that the caller notices. */
export const isInvisible = ({ kind }: Mode) => kind === 'sentTwice' || kind === 'leftForLater' || kind === 'conflict';

export const noResponse = () => Object.assign(new Error('socket hang up'), { name: 'TimeoutError' });
