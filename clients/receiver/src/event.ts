import { WebhookVerificationError } from './errors.ts';

/** A finished call whose summary is final. */
export interface CallCompletedEvent {
  readonly event: 'call.completed';
  /** The line of the call. One webhook receives the calls of all your lines. */
  readonly tenantId: string;
  /** The same call may arrive more than once. Do the work once per callId. */
  readonly callId: string;
  /** When the call ended: ISO 8601, UTC, with milliseconds. */
  readonly occurredAt: string;
  /** Free text. It may contain personal data that was mentioned in the call. */
  readonly summary: string;
  readonly resolution: 'Resolved' | 'Booked' | 'Escalated' | null;
  /** Whether a recording is expected to exist. The API does not provide recordings. */
  readonly recordingAvailable: boolean;
}

/** Parses a body whose signature has been verified. Throws EVENT_UNKNOWN if it is not a call.completed event. */
export function parseEvent(body: Uint8Array): CallCompletedEvent {
  const value = parsed(body);
  if (isCallCompleted(value)) return value;
  throw new WebhookVerificationError(
    'EVENT_UNKNOWN',
    'The body is not a call.completed event. This version of partner-lines-webhooks knows no other event: look for a newer version.',
  );
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

function isCallCompleted(value: unknown): value is CallCompletedEvent {
  if (typeof value !== 'object' || value === null) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  const isText = (name: string) => typeof fields.get(name) === 'string';
  return (
    fields.get('event') === 'call.completed' &&
    ['tenantId', 'callId', 'occurredAt', 'summary'].every(isText) &&
    // Accepts any text, so that a new resolution does not break receivers.
    (isText('resolution') || fields.get('resolution') === null) &&
    typeof fields.get('recordingAvailable') === 'boolean'
  );
}
