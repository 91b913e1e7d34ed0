import type { NoResponse } from '../../../domain/deliveries/retry-policy.ts';
import { CLOSED_BY_RECEIVER } from './undici.ts';

/** Thrown when a request gets no connection. `why` is the attempt log's word for the reason. */
export class NoConnection extends Error {
  override readonly name = 'NoConnection';
  readonly why: NoResponse;

  constructor(why: NoResponse, cause?: unknown) {
    super(why, { cause });
    this.why = why;
  }
}

const SOCKET_ERRORS: Readonly<Record<string, NoResponse>> = {
  ECONNREFUSED: 'refused connection',
  ECONNRESET: 'reset',
  ECONNABORTED: 'reset',
  EPIPE: 'reset',
  ETIMEDOUT: 'timeout',
  EHOSTUNREACH: 'unreachable',
  EHOSTDOWN: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENETDOWN: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EAFNOSUPPORT: 'unreachable',
};

/** Returns the attempt log's word for an error while connecting; `tls` for any error without a known code. */
export const whyNoConnection = (error: Error): NoResponse => SOCKET_ERRORS[codeOf(error)] ?? 'tls';

/**
 * Returns the attempt log's word for why a request got no response. An error that comes neither from connecting nor
 * from the network means that the response was invalid.
 */
export function whyNoResponse(error: Error): NoResponse {
  if (error instanceof NoConnection) return error.why;
  if (CLOSED_BY_RECEIVER.has(error.message)) return 'reset';
  return SOCKET_ERRORS[codeOf(error)] ?? 'invalid response';
}

const codeOf = (error: Error) => ('code' in error ? String(error.code) : '');
