import { BODY_LIMIT } from '../../../shared/contract/body-limit.ts';
import { MAX_EVENT_KIB } from '../../../shared/contract/calls/call-completed.ts';
import { SINCE_MS } from '../../../shared/contract/calls/calls.ts';
import { AGENT_LIMITS } from '../../../shared/contract/lines/agent.ts';
import { IDEMPOTENCY_KEY_HOURS } from '../../../shared/contract/lines/idempotency-key.ts';
import { PAGE_SIZE } from '../../../shared/contract/paging.ts';
import { visibleAsciiForm } from '../../../shared/contract/text.ts';
import { WEBHOOK_URL_CHARACTERS } from '../../../shared/contract/webhooks.ts';
import { RESPONSE_LIMIT_MS } from '../../../shared/domain/deliveries/response-timeout.ts';
import { MAX_ATTEMPTS } from '../../../shared/domain/deliveries/retry-policy.ts';
import { SETTINGS_REACH_CALLS_MINUTES } from '../../../shared/domain/lines/line-for-call.ts';
import { RATE_LIMIT } from '../../../shared/domain/partners/rate-limit.ts';
import { REPLAY_WINDOW_MINUTES } from '../../../shared/domain/webhooks/signature.ts';
import { ATTEMPT_MINUTES } from '../../openapi/attempts.ts';
import { linkTo, PAGES } from '../anchors.ts';
import { html } from '../html.ts';
import type { ApiDocument } from '../openapi.ts';
import { table } from './table.ts';

const number = new Intl.NumberFormat('en');

/** Returns a table with the limits of the contract, and what happens when a client exceeds a limit. */
export function limitsTable(api: ApiDocument) {
  const { requests, windowSeconds } = RATE_LIMIT;
  const atMost = (count: number | undefined, unit = 'characters') => `at most ${number.format(count ?? 0)} ${unit}`;
  const asciiForm = ({ maxLength = 0 }: { readonly maxLength?: number | undefined }) => visibleAsciiForm(maxLength);
  const itemsOf = (items: number, characters: number) =>
    `at most ${items} items, each at most ${number.format(characters)} characters`;
  const malformed = html`<a href="${linkTo.status('400')}">400</a>`;
  const code = (name: string) => html`<a href="${linkTo.code(name)}"><code>${name}</code></a>`;

  return table(
    ['What', 'Limit', 'Over the limit'],
    [
      [
        'Requests',
        `${requests} in ${windowSeconds / 60} minutes, per sending IP address and path`,
        html`<a href="${linkTo.status('429')}">429</a> with <code>Retry-After</code>`,
      ],
      ['Lines', 'the quota of your account; terminated lines do not count', code('TENANT_QUOTA_EXCEEDED')],
      ['Request body', `at most ${BODY_LIMIT.bytes / 1024} KiB and ${BODY_LIMIT.depth} levels deep`, malformed],
      ['Page of a list', `${PAGE_SIZE.min} to ${PAGE_SIZE.max} items, default ${PAGE_SIZE.default}`, malformed],
      [html`<code>since</code>`, `Unix time in whole milliseconds, ${SINCE_MS.min} or more`, malformed],
      [
        html`<code>Idempotency-Key</code>`,
        `${asciiForm(api.parameterNamed('IdempotencyKey').schema)}; kept at least ${IDEMPOTENCY_KEY_HOURS} hours`,
        malformed,
      ],
      [html`<code>name</code>`, atMost(api.property('CreateLine', 'name').maxLength), malformed],
      [html`<code>externalId</code>`, asciiForm(api.property('CreateLine', 'externalId')), malformed],
      [html`<code>persona</code>`, atMost(AGENT_LIMITS.personaCharacters), code('persona.too_long')],
      [html`<code>greeting</code>`, atMost(AGENT_LIMITS.greetingCharacters), malformed],
      [html`<code>tone</code>`, itemsOf(AGENT_LIMITS.toneItems, AGENT_LIMITS.toneCharacters), malformed],
      [html`<code>transfer.message</code>`, atMost(AGENT_LIMITS.transferMessageCharacters), malformed],
      [html`<code>summaryRecipients</code>`, atMost(AGENT_LIMITS.recipients, 'items'), malformed],
      [
        html`<code>keywords</code> of each recipient`,
        itemsOf(AGENT_LIMITS.keywords, AGENT_LIMITS.keywordCharacters),
        malformed,
      ],
      [
        html`<code>reason</code> of a termination`,
        atMost(api.property('TerminateLine', 'reason').maxLength),
        malformed,
      ],
      [
        'Webhook URL',
        `${atMost(WEBHOOK_URL_CHARACTERS)}, both as sent and percent-encoded`,
        code('WEBHOOK_URL_INVALID'),
      ],
      [
        html`<code>events</code> of a webhook`,
        `at least ${api.property('WebhookRegistration', 'events').minItems} item if you send this field`,
        malformed,
      ],
      [
        'Changed agent settings',
        `up to ${SETTINGS_REACH_CALLS_MINUTES} minutes until a change reaches new calls`,
        'not applicable',
      ],
      [
        'Webhook delivery',
        `${MAX_ATTEMPTS} attempts, the last one ${ATTEMPT_MINUTES.at(-1)} minutes or more after the first; ${RESPONSE_LIMIT_MS / 1_000} seconds to respond to each attempt`,
        'the delivery ends; support can replay the delivery while the call exists',
      ],
      [
        'Body of an event',
        `at most ${MAX_EVENT_KIB} KiB`,
        html`not applicable; let events of this size <a href="${PAGES.webhooks}#let-deliveries-through-your-firewall">through your firewall</a>`,
      ],
      ['Age of a signature', `${REPLAY_WINDOW_MINUTES} minutes`, 'your receiver rejects the request as a replay'],
    ],
  );
}
