import { CALL_COMPLETED } from '../../shared/contract/calls/call-completed.ts';
import { EVENT_HEADERS, STANDARD_HEADERS, USER_AGENT } from '../../shared/contract/calls/event-headers.ts';
import { SIGNING_SECRET_PREFIX } from '../../shared/contract/credential-forms.ts';
import { visibleAsciiPattern } from '../../shared/contract/text.ts';
import { RESPONSE_LIMIT_MS } from '../../shared/domain/deliveries/response-timeout.ts';
import { MAX_ATTEMPTS, RETRIED_4XX } from '../../shared/domain/deliveries/retry-policy.ts';
import { CALL_ID_CHARACTERS } from '../../shared/domain/ids.ts';
import { REPLAY_WINDOW_MINUTES } from '../../shared/domain/webhooks/signature.ts';
import { WAIT_MINUTES } from './attempts.ts';
import { ABOUT_EVENT } from './components/calls.ts';
import { bodyWithSchema } from './components/schemas.ts';

/** The minutes between attempts as a list, such as `1, 2 and 4`. */
const WAITS = new Intl.ListFormat('en-GB').format(WAIT_MINUTES.map(String));

const RETRIED = [...RETRIED_4XX].map(String);

/** The rules of the contract about verification and retries ("Signature verification", "Delivery rules"), in words. */
const RULES = `The service sends this request to your registered URL when the summary of a call is final.

- **Respond with 2xx within ${RESPONSE_LIMIT_MS / 1_000} seconds.** The service ignores the body of your response. Store the event first, then respond, then process the event.
- **The event of a call can arrive more than once.** Use \`callId\` to recognize duplicates.
- **The service makes at most ${MAX_ATTEMPTS} attempts.** It retries after 5xx, ${RETRIED.join(', ')}, a redirect, a timeout, a failed connection or an invalid response, and waits ${WAITS} minutes between the attempts. Any other 4xx ends the delivery.
- **Verify the signature.** Split \`${EVENT_HEADERS.signature}\` into \`t\` and \`v1\`. Remove \`${SIGNING_SECRET_PREFIX}\` from the signing secret and hex-decode the rest to get the key. With this key, compute the HMAC-SHA256 of \`<t>.<raw body>\`. Hex-encode the result and compare it with \`v1\` in constant time. Reject the request if \`t\` is more than ${REPLAY_WINDOW_MINUTES} minutes before or after the current time. Use the bytes of the body exactly as received: if you parse the body and serialize it again, the signature may no longer match. Or let a library of Standard Webhooks verify the headers \`${STANDARD_HEADERS.id}\`, \`${STANDARD_HEADERS.timestamp}\` and \`${STANDARD_HEADERS.signature}\`, with the signing secret as it is.`;

const header = (name: string, description: string, schema: object, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
  example,
});

const response = (description: string) => ({ description });
const UNLESS_LAST = 'The service retries, unless this was the last attempt.';
const FAILED_ATTEMPT = response(`The attempt has failed. ${UNLESS_LAST}`);

/** The `webhooks` section: what the service sends to a partner's receiver, and how the service treats each response. */
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
          'The program that sends the delivery. If your receiver has a firewall, let requests with this value through.',
          { const: USER_AGENT },
          USER_AGENT,
        ),
        header(EVENT_HEADERS.event, ABOUT_EVENT, { const: CALL_COMPLETED }, CALL_COMPLETED),
        header(
          EVENT_HEADERS.delivery,
          'Identifier of the delivery. It is equal to `callId` and stays the same across retries.',
          { type: 'string', pattern: visibleAsciiPattern(CALL_ID_CHARACTERS) },
          'call_01JD3Z0B6N8Q2R4S6T8V0W2X4Y',
        ),
        header(
          EVENT_HEADERS.signature,
          'The time and the signature: `t=<unix seconds>,v1=<hex HMAC-SHA256>`. Each attempt has its own signature.',
          { type: 'string', pattern: '^t=\\d+,v1=[0-9a-f]{64}$' },
          `t=1795219200,v1=${'4f8a1c0d'.repeat(8)}`,
        ),
        header(
          STANDARD_HEADERS.id,
          'For libraries of Standard Webhooks: the `callId`, in which `%` is written as `%25` and `.` as `%2E`. It stays the same across retries.',
          { type: 'string', pattern: `^[!-\\-/-~]{1,${3 * CALL_ID_CHARACTERS}}$` },
          'call_01JD3Z0B6N8Q2R4S6T8V0W2X4Y',
        ),
        header(
          STANDARD_HEADERS.timestamp,
          `For libraries of Standard Webhooks: the time of this attempt in Unix seconds. It is equal to \`t\` in \`${EVENT_HEADERS.signature}\`.`,
          { type: 'string', pattern: '^\\d+$' },
          '1795219200',
        ),
        header(
          STANDARD_HEADERS.signature,
          `For libraries of Standard Webhooks: \`v1,<base64 HMAC-SHA256>\` of \`<${STANDARD_HEADERS.id}>.<${STANDARD_HEADERS.timestamp}>.<raw body>\`. The key is the base64-decoded text after \`${SIGNING_SECRET_PREFIX}\` in your signing secret.`,
          { type: 'string', pattern: '^v1,[A-Za-z0-9+/]{43}=$' },
          `v1,${Buffer.from('4f8a1c0d'.repeat(8), 'hex').toString('base64')}`,
        ),
      ],
      requestBody: {
        required: true,
        content: bodyWithSchema('CallCompleted'),
      },
      responses: {
        '2XX': response('The event is delivered. The service ignores the body of your response.'),
        '3XX': response(`The attempt has failed, because the service does not follow redirects. ${UNLESS_LAST}`),
        ...Object.fromEntries(RETRIED.map((status) => [status, FAILED_ATTEMPT])),
        '4XX': response(
          `The delivery ends without a retry. This applies to every 4xx except ${RETRIED.join(' and ')}.`,
        ),
        '5XX': FAILED_ATTEMPT,
      },
    },
  },
};
