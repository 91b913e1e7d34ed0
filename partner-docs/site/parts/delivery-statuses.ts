import { DELIVERY_STATUSES, type DeliveryStatus } from '../../../shared/domain/deliveries/delivery.ts';
import { RETRIED_4XX } from '../../../shared/domain/deliveries/retry-policy.ts';
import { html } from '../html.ts';
import { table } from './table.ts';

const REPLAY = 'Support can replay the delivery, unless the call no longer exists';

/** What each status means to a partner, and what can come after it. */
const MEANINGS: Readonly<Record<DeliveryStatus, readonly [meaning: string, next: string]>> = {
  pending: ['An attempt is running, or the service waits before the next attempt.', 'Another status'],
  delivered: ['Your receiver responded with 2xx.', 'Nothing more'],
  refused: [
    `Your receiver responded with a 4xx other than ${[...RETRIED_4XX].join(' and ')}. The service does not retry.`,
    REPLAY,
  ],
  dead: ['All attempts have failed.', REPLAY],
  skipped: [
    'The service does not send the event: no webhook was registered, your account was suspended, the call was deleted or is no longer kept, or the service was restored from a backup.',
    REPLAY,
  ],
};

export const deliveryStatusTable = () =>
  table(
    ['Status', 'What it means', 'What can follow'],
    DELIVERY_STATUSES.map((status) => [html`<code>${status}</code>`, ...MEANINGS[status]]),
  );
