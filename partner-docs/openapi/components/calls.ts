import { CALL_COMPLETED, callCompleted } from '../../../shared/contract/call-completed.ts';
import { callPage, callSummary } from '../../../shared/contract/calls.ts';
import { NEXT_CURSOR } from '../parameters.ts';
import { component } from './component.ts';

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
    description: 'Summary of a finished call. There are no transcripts and no recordings.',
    fields: {
      callId: { description: 'Call (session) identifier; the same as in the event `call.completed`.' },
      startedAt: { description: 'When the summary was stored, after the end of the call; not when the call began.' },
      title: { description: 'One line.' },
      summary: { description: 'What the call was about. May contain personal data mentioned in the call.' },
      durationSecs: { description: 'Length of the call in seconds.' },
      callType: { description: 'How the caller came.' },
      callerNumber: { description: 'Masked: only the last four digits.' },
      transferred: { description: 'Whether the call was handed over.' },
      transferTo: { description: 'To whom.' },
      resolution: { description: 'How the call ended for the caller.' },
      sentiment: { description: 'How the caller felt about it.' },
      topics: { description: 'What was talked about.' },
    },
    example: { ...call, topics: [...call.topics] },
  }),
  component('CallPage', callPage, {
    description: 'One page of finished calls, newest first.',
    fields: { calls: { description: 'The calls of this page.' }, nextCursor: NEXT_CURSOR },
    example: {
      calls: [{ ...call, topics: [...call.topics] }],
      nextCursor: 'q9s0cZJ0d4wBvX6n2k8m5r1yT3uQhEoAaLxWfPzGbKjVtC7e',
    },
  }),
  component('CallCompleted', callCompleted, {
    description: 'A call has ended and its summary is final. No phone numbers, transcripts or recording URLs.',
    fields: {
      event: { description: 'Name of the event.' },
      tenantId: { description: 'The line. There is one webhook per partner, so this routes the event.' },
      callId: { description: 'De-duplicate by it: the same call can arrive twice. The same as in the calls list.' },
      occurredAt: { description: 'When the call ended.' },
      summary: { description: 'What the call was about. May contain personal data mentioned in the call.' },
      resolution: { description: 'How the call ended for the caller.' },
      recordingAvailable: {
        description: 'Whether a recording is expected to exist (phone calls). The API does not provide it.',
      },
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
