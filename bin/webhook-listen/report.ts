import type { WebhookVerificationError } from '../../clients/receiver/src/index.ts';
import { printable } from '../webhook-tools/printable.ts';
import type { Arrival } from './arrival.ts';

/** Under the time that each first line begins with. */
const INDENT = '\n         ';

export function eventReport(
  { event, signedSecondsAgo }: Extract<Arrival, { kind: 'event' }>,
  nth: number,
  { status, delayMs }: { readonly status: number; readonly delayMs: number },
): string {
  const isVerified = signedSecondsAgo !== undefined;
  const head = `${isVerified ? 'genuine' : 'unverified'}: call ${printable(event.callId)} of line ${printable(event.tenantId)}`;
  const facts = [
    ...(isVerified ? [`signed ${signedSecondsAgo} s ago`] : []),
    `ended ${printable(event.occurredAt)}`,
    event.resolution === null ? 'no resolution' : printable(event.resolution),
    event.recordingAvailable ? 'recorded' : 'not recorded',
  ];
  return [
    `${head} → ${status}${delayMs > 0 ? ` after ${delayMs} ms` : ''}`,
    ...(nth > 1 ? [`the same call, request ${nth}: do its work once`] : []),
    facts.join(', '),
    `"${printable(event.summary)}"`,
  ].join(INDENT);
}

export const refusalReport = ({ code, message, httpStatus }: WebhookVerificationError) =>
  `refused: ${code} → ${httpStatus}${INDENT}${message}`;

export const hungUpReport = (callId: string) => `the sender hung up before the answer for call ${printable(callId)}`;

export const faultReport = (error: unknown) => `no answer, because of a fault here: ${printable(messageOf(error))}`;

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
