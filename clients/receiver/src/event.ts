import { WebhookVerificationError } from './errors.ts';
import { CALL_COMPLETED } from './service-rules.ts';

/** The content of a genuine delivery. The field `event` says which event it is. */
export type WebhookEvent = CallCompletedEvent | UnknownEvent;

/** A finished call whose summary is final. */
export interface CallCompletedEvent {
  readonly event: typeof CALL_COMPLETED;
  /** The line of the call. One webhook receives the calls of all your lines. */
  readonly tenantId: string;
  /** The id of the call. The same event can arrive more than once, so process each callId only once. */
  readonly callId: string;
  /** When the call ended or, if that is not known, when it was stored: ISO 8601, UTC, with milliseconds. */
  readonly occurredAt: string;
  /** Free text. It may contain personal data that was mentioned in the call. */
  readonly summary: string;
  readonly resolution: 'Resolved' | 'Booked' | 'Escalated' | null;
  /** Whether a recording is expected to exist. The API does not provide recordings. */
  readonly recordingAvailable: boolean;
}

/** An event that this version of partner-lines-webhooks does not know. Respond with 2xx, and do nothing else. */
export interface UnknownEvent {
  readonly event: 'unknown';
  /** The name of the event, as in the field `event` of the body. */
  readonly name: string;
  /** All fields of the body. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Does not verify the signature. Throws EVENT_MALFORMED if the body is not an event. */
export function parseEvent(body: Uint8Array): WebhookEvent {
  const value = parseJson(body);
  if (isCallCompleted(value)) return value;
  const fields = fieldsOf(value);
  const name = fields['event'];
  if (typeof name === 'string' && name !== CALL_COMPLETED) return { event: 'unknown', name, fields };
  throw new WebhookVerificationError(
    'EVENT_MALFORMED',
    `The body is not an event: it is not a JSON object with the name of an event, or it is a ${CALL_COMPLETED} event with a missing or wrong field. Ask support.`,
  );
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(typeof value === 'object' && value !== null ? value : {}));

function isCallCompleted(value: unknown): value is CallCompletedEvent {
  const fields = fieldsOf(value);
  const isText = (name: string) => typeof fields[name] === 'string';
  return (
    fields['event'] === CALL_COMPLETED &&
    ['tenantId', 'callId', 'occurredAt', 'summary'].every(isText) &&
    // Any text is accepted as resolution, so that a new resolution does not break receivers.
    (isText('resolution') || fields['resolution'] === null) &&
    typeof fields['recordingAvailable'] === 'boolean'
  );
}
