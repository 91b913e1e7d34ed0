import type { CodedFailure, PublicCode } from '../../contract/failures.ts';
import type { UNCODED_STATUS } from '../../contract/failures-without-code.ts';

/** A failure for which the contract has no code. */
type UncodedReason = keyof typeof UNCODED_STATUS;

export type FailureReason = PublicCode | UncodedReason;

/** An expected rejection of a request. Anything else that is thrown is a fault. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly kind: CodedFailure | UncodedReason;

  constructor(kind: CodedFailure | UncodedReason, sentence: string) {
    super(sentence);
    this.kind = kind;
  }
}

export const failure = (kind: CodedFailure) => new Failure(kind, kind.sentence);

/** Returns the name of a failure for logs and metrics: its code, or our own word if the contract has no code for it. */
export const failureReasonOf = ({ kind }: Failure): FailureReason => (typeof kind === 'string' ? kind : kind.code);

/**
 * Returns `read`, or throws `read` if it is a `Failure`. So an endpoint can throw the failures in the order that
 * `order-of-rejections.ts` lists.
 */
export function valueOrThrow<T>(read: T | Failure): T {
  if (read instanceof Failure) throw read;
  return read;
}
