import { CALL_COMPLETED, EVENT_HEADERS, USER_AGENT } from '../../shared/contract/call-completed.ts';
import { bodyOf } from './components/schemas.ts';

/** Attempts of one delivery and the waits between them. Contract, "Delivery rules". */
const RULES = `The service POSTs this to your registered URL when a call's summary is final.

- **Answer 2xx within 10 seconds**; the body of your answer is ignored. Store the event first, then answer, then work.
- **At least once**: the same \`callId\` can arrive twice. De-duplicate by it.
- **8 attempts in all**: after 5xx, 408, 429, a redirect, a time-out or no connection, with 1, 2, 4, 8, 16, 32 and 60 minutes between them. Any other 4xx ends the delivery.
- **Verify the signature**: split \`${EVENT_HEADERS.signature}\` into \`t\` and \`v1\`; take \`whsec_\` off the signing secret and hex-decode the rest; compute HMAC-SHA256 over \`<t>.<raw body>\` with that key; compare its hex form with \`v1\` in constant time; refuse a \`t\` more than 5 minutes from now. Use the body's bytes as received: parsing and re-serializing breaks the signature.`;

const header = (name: string, description: string, schema: object, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
  example,
});

const answer = (description: string) => ({ description });

/** The `webhooks` section: what a partner's receiver is sent and how its answers are taken. */
export const WEBHOOKS = {
  [CALL_COMPLETED]: {
    post: {
      operationId: 'receiveCallCompleted',
      tags: ['Webhooks'],
      summary: 'A call has ended',
      description: RULES,
      security: [],
      parameters: [
        header(
          'User-Agent',
          'What sends the delivery. Allow it if a firewall is in front of your receiver.',
          { const: USER_AGENT },
          USER_AGENT,
        ),
        header(EVENT_HEADERS.event, 'Name of the event.', { const: CALL_COMPLETED }, CALL_COMPLETED),
        header(
          EVENT_HEADERS.delivery,
          'Delivery identifier: equal to `callId`, unchanged across retries.',
          { type: 'string', pattern: '^[!-~]{1,128}$' },
          'call_01JD3Z0B6N8Q2R4S6T8V0W2X4Y',
        ),
        header(
          EVENT_HEADERS.signature,
          '`t=<unix seconds>,v1=<hex HMAC-SHA256>`; new for every attempt.',
          { type: 'string', pattern: '^t=\\d+,v1=[0-9a-f]{64}$' },
          `t=1795219200,v1=${'4f8a1c0d'.repeat(8)}`,
        ),
      ],
      requestBody: {
        required: true,
        content: bodyOf('CallCompleted'),
      },
      responses: {
        '2XX': answer('Delivered. The body is ignored.'),
        '3XX': answer('Not followed; counted as a failed attempt and tried again.'),
        '408': answer('Tried again.'),
        '429': answer('Tried again.'),
        '4XX': answer('Refused: this delivery ends.'),
        '5XX': answer('Tried again.'),
      },
    },
  },
};
