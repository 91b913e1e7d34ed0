import type { WebhookVerificationError } from '../../src/index.ts';
import { escapeForTerminal, urlWithoutSecrets } from '../escape-for-terminal.ts';
import { causeOf } from '../problem.ts';
import type { CheckedRequest } from '../verify-request.ts';

type GenuineArrival = Extract<CheckedRequest, { kind: 'event' }>;

/** A response to the request, or the URL to which the request is forwarded. Undefined for `verify`, which only checks. */
type Course = { readonly status: number; readonly delayMs: number } | URL | undefined;

/**
 * Begins each line of a report after the first. The indent is as wide as the time that `listen` prints before the first
 * line.
 */
const INDENT = '\n         ';

/** `nth` is the number of this request among the requests for the same call. */
export function eventReport({ event, signedSecondsAgo }: GenuineArrival, nth: number, course: Course): string {
  const isVerified = signedSecondsAgo !== undefined;
  const status = isVerified ? 'genuine' : 'unverified';
  const signed = isVerified ? [`signed ${signedSecondsAgo} s ago`] : [];
  if (event.event === 'unknown') {
    const head = `${status}: event ${escapeForTerminal(event.name)}, which this version does not know`;
    return [`${head}${responseText(course)}`, ...signed].join(INDENT);
  }
  const head = `${status}: call ${escapeForTerminal(event.callId)} of line ${escapeForTerminal(event.tenantId)}`;
  const facts = [
    ...signed,
    `ended ${escapeForTerminal(event.occurredAt)}`,
    event.resolution === null ? 'no resolution' : escapeForTerminal(event.resolution),
    event.recordingAvailable ? 'recorded' : 'not recorded',
  ];
  return [
    `${head}${responseText(course)}`,
    ...(nth > 1 ? [`request ${nth} for this call: process the call only once`] : []),
    facts.join(', '),
    `"${escapeForTerminal(event.summary)}"`,
  ].join(INDENT);
}

function responseText(course: Course): string {
  if (course === undefined) return '';
  if (course instanceof URL) return ` → ${urlWithoutSecrets(course)}`;
  return ` → ${course.status}${course.delayMs > 0 ? ` after ${course.delayMs} ms` : ''}`;
}

/** `forwardedTo` is the receiver that decides about the request, if there is one. */
export const rejectionReport = ({ code, message, httpStatus }: WebhookVerificationError, forwardedTo?: URL) =>
  `rejected: ${code} → ${forwardedTo ? urlWithoutSecrets(forwardedTo) : httpStatus}${INDENT}${escapeForTerminal(message)}`;

export const unreadRejectionReport = (status: number, why: string) =>
  `refused → ${status}: ${why}. Later requests refused for the same reason are not printed`;

export const forwardedReport = (status: number, tookMs: number) =>
  `your receiver responded with ${status} in ${tookMs} ms`;

export const noResponseReport = (why: string, status: number) =>
  `your receiver did not respond (${escapeForTerminal(why)}) → ${status}`;

export const hungUpReport = 'the sender closed the connection before the response';

export const faultReport = (error: unknown) =>
  `no response, because this tool failed: ${escapeForTerminal(causeOf(error))}`;
