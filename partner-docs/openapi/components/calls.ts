import { CALL_COMPLETED, callCompleted } from '../../../shared/contract/calls/call-completed.ts';
import { callPage, callSummary } from '../../../shared/contract/calls/calls.ts';
import { SHOWN_DIGITS } from '../../../shared/domain/calls/phone-number.ts';
import { ABOUT_OCCURRED_AT, ABOUT_STARTED_AT } from '../../../shared/domain/calls/times.ts';
import { NEXT_CURSOR } from '../parameters.ts';
import { component } from './component.ts';

export const ABOUT_EVENT = `At present always \`${CALL_COMPLETED}\`. If you get another event, respond with 2xx and ignore it.`;

const call = {
  callId: 'call_01JD3Z0B6N8Q2R4S6T8V0W2X4Y',
  startedAt: '2026-11-21T09:45:12.345Z',
  title: 'Table for two',
  summary: 'Wants a table for two at seven.',
  durationSecs: 61,
  callType: 'phone',
  callerNumber: '****4567',
  transferred: false,
  transferTo: null,
  resolution: 'Booked',
  sentiment: 'positive',
  topics: ['booking'],
} as const;

export const CALL_COMPONENTS = [
  component('Call', callSummary, {
    description: 'Summary of a finished call. The API provides no transcripts and no recordings.',
    fields: {
      callId: `Identifier of the call (session). The event \`${CALL_COMPLETED}\` has the same identifier.`,
      startedAt: ABOUT_STARTED_AT,
      title: 'A short title of what the call was about.',
      summary: 'What the call was about. The summary may contain personal data that was mentioned in the call.',
      durationSecs: 'Length of the call in seconds.',
      callType: 'How the caller reached the line.',
      callerNumber: `The number of the caller, masked: at most the last ${SHOWN_DIGITS} digits are shown.`,
      transferred: 'Whether the call was transferred.',
      transferTo: 'Where the call was transferred to.',
      resolution: 'How the call ended. Null if this is not known.',
      sentiment: 'How the caller felt.',
      topics: 'What the caller and the agent talked about.',
    },
    example: { ...call, topics: [...call.topics] },
  }),
  component('CallPage', callPage, {
    description: 'One page of finished calls, newest first.',
    fields: { calls: 'The calls on this page.', nextCursor: NEXT_CURSOR },
    example: {
      calls: [{ ...call, topics: [...call.topics] }],
      nextCursor: 'q9s0cZJ0d4wBvX6n2k8m5r1yT3uQhEoAaLxWfPzGbKjVtC7e',
    },
  }),
  component('CallCompleted', callCompleted, {
    description:
      'A call has ended and its summary is final. The event has no fields for phone numbers, transcripts or recording URLs.',
    fields: {
      event: ABOUT_EVENT,
      tenantId:
        'The line of the call. One webhook receives the events of all your lines, so use this field to see which line an event belongs to.',
      callId:
        'Identifier of the call. The list of calls has the same identifier. The event of a call can arrive twice: use this field to recognize duplicates.',
      occurredAt: ABOUT_OCCURRED_AT,
      summary: 'What the call was about. The summary may contain personal data that was mentioned in the call.',
      resolution: 'How the call ended. Null if this is not known.',
      recordingAvailable:
        'Whether a recording is expected to exist: true for phone calls. The API does not provide recordings.',
    },
    example: {
      event: CALL_COMPLETED,
      tenantId: 'tn_01JD3YQ4V6H8W2K5M7N9P0R1ST',
      callId: call.callId,
      occurredAt: '2026-11-21T09:45:10.000Z',
      summary: call.summary,
      resolution: call.resolution,
      recordingAvailable: true,
    },
  }),
];
