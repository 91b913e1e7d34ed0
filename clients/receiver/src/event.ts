import { WebhookVerificationError } from './errors.ts';

/** A finished call whose summary is final. */
export interface CallCompletedEvent {
  readonly event: 'call.completed';
  /** The line. There is one webhook for all your lines, so this says whose call it was. */
  readonly tenantId: string;
  /** The same call may arrive more than once: do the work once per callId. */
  readonly callId: string;
  /** When the call ended: ISO 8601, UTC, milliseconds. */
  readonly occurredAt: string;
  /** Free text. It may hold personal data that was mentioned in the call. */
  readonly summary: string;
  readonly resolution: 'Resolved' | 'Booked' | 'Escalated' | null;
  /** Whether a recording is expected to exist. Recordings are not provided through the API. */
  readonly recordingAvailable: boolean;
}

/** To be called with bytes whose signature has been verified. */
export function parseEvent(body: Uint8Array): CallCompletedEvent {
  const value = parsed(body);
  if (isCallCompleted(value)) return value;
  throw new WebhookVerificationError(
    'EVENT_UNKNOWN',
    'The body is not a call.completed event, the only one this version of partner-lines-webhooks knows: look for a newer version.',
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
    // Which word it is does not make it another event.
    (isText('resolution') || fields.get('resolution') === null) &&
    typeof fields.get('recordingAvailable') === 'boolean'
  );
}
