import type { CodedFailure, PublicCode } from '../../contract/failures.ts';

/** Failures that the contract describes only by status and sentence: no code goes out. */
export type UncodedReason = 'malformed' | 'forbidden' | 'rateLimited' | 'unavailable';

export type FailureReason = PublicCode | UncodedReason;

/** The service understood the request and rejects it. Anything else that is thrown is a fault of ours. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly kind: CodedFailure | UncodedReason;

  constructor(kind: CodedFailure | UncodedReason, sentence: string) {
    super(sentence);
    this.kind = kind;
  }
}

/** A failure with the sentence of its code. */
export const failure = (kind: CodedFailure) => new Failure(kind, kind.sentence);

/** What logs and metrics call a failure: its code, or our own word where the contract has none. */
export const reasonOf = ({ kind }: Failure): FailureReason => (typeof kind === 'string' ? kind : kind.code);

/**
 * Returns the value that was read from a request, or throws the `Failure` that was read instead. The place of this call in
 * an endpoint is the failure's place in the contract's order of failures.
 */
export function accepted<T>(read: T | Failure): T {
  if (read instanceof Failure) throw read;
  return read;
}
