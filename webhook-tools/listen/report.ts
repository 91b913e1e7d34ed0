import type { WebhookVerificationError } from '../../clients/receiver/src/index.ts';
import { printable } from '../../tooling/command-line/printable.ts';
import type { Arrival } from './arrival.ts';

const LONGEST_CHARACTERS = 500;

/** The text with its control characters escaped, and cut off if it is long. */
function shown(text: string): string {
  const escaped = printable(text);
  if (escaped.length <= LONGEST_CHARACTERS) return escaped;
  return `${escaped.slice(0, LONGEST_CHARACTERS)}… (${text.length} characters)`;
}

/** The first line begins with the time. The indent aligns the other lines with the text after the time. */
const INDENT = '\n         ';

/** Describes a received event and the response to it, for the terminal. `nth` counts the requests of this call. */
export function eventReport(
  { event, signedSecondsAgo }: Extract<Arrival, { kind: 'event' }>,
  nth: number,
  { status, delayMs }: { readonly status: number; readonly delayMs: number },
): string {
  const isVerified = signedSecondsAgo !== undefined;
  const head = `${isVerified ? 'genuine' : 'unverified'}: call ${shown(event.callId)} of line ${shown(event.tenantId)}`;
  const facts = [
    ...(isVerified ? [`signed ${signedSecondsAgo} s ago`] : []),
    `ended ${shown(event.occurredAt)}`,
    event.resolution === null ? 'no resolution' : shown(event.resolution),
    event.recordingAvailable ? 'recorded' : 'not recorded',
  ];
  return [
    `${head} → ${status}${delayMs > 0 ? ` after ${delayMs} ms` : ''}`,
    ...(nth > 1 ? [`request ${nth} for this call: process the call only once`] : []),
    facts.join(', '),
    `"${shown(event.summary)}"`,
  ].join(INDENT);
}

export const rejectionReport = ({ code, message, httpStatus }: WebhookVerificationError) =>
  `rejected: ${code} → ${httpStatus}${INDENT}${shown(message)}`;

export const hungUpReport = (callId: string) =>
  `the sender closed the connection before the response for call ${shown(callId)}`;

export const faultReport = (error: unknown) => `no response, because this tool failed: ${shown(messageOf(error))}`;

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
