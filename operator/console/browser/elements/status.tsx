import type { DeliveryStatus } from '../../../../shared/domain/deliveries/delivery.ts';
import type { Alarm, Health } from '../../protocol/command-values.ts';

/** How urgent a state is. A normal state has no colour. */
type Tone = 'bad' | 'warn' | 'plain';

/** A word in a colour. The word is clear without the colour. */
function Badge({ tone, word }: { readonly tone: Tone; readonly word: string }) {
  return <span class={`badge ${tone}`}>{word}</span>;
}

export const STATUS_TONES: Readonly<Record<DeliveryStatus, Tone>> = {
  pending: 'plain',
  delivered: 'plain',
  refused: 'warn',
  dead: 'bad',
  skipped: 'plain',
};

export function DeliveryStatusBadge({ status }: { readonly status: DeliveryStatus }) {
  return <Badge tone={STATUS_TONES[status]} word={status} />;
}

/** Shows whether the partner's receiver works. */
export function HealthState({ state }: Pick<Health, 'state'>) {
  return <Badge tone={state === 'failing' ? 'bad' : 'plain'} word={state} />;
}

/** Shows the state of a partner or a line. Every state except `active` has the colour of a warning. */
export function PartnerOrLineState({ state }: { readonly state: string }) {
  return <Badge tone={state === 'active' ? 'plain' : 'warn'} word={state} />;
}

export function MappingState({ state }: { readonly state: string }) {
  return <Badge tone={state === 'Enabled' ? 'plain' : 'bad'} word={state} />;
}

/** Reports whether a raised alarm pages. If the alarm is suppressed, its suppressor has paged instead. */
export const sendsPage = ({ severity, suppressor }: Pick<Alarm, 'severity' | 'suppressor'>) =>
  severity === 'page' && suppressor === null;

/** Shows the severity of an alarm. A suppressed alarm that would page is shown as a part. */
export function Severity({ severity, suppressor }: Pick<Alarm, 'severity' | 'suppressor'>) {
  if (sendsPage({ severity, suppressor })) return <Badge tone="bad" word="Page" />;
  return <Badge tone="warn" word={severity === 'ticket' || severity === null ? 'Ticket' : 'Part'} />;
}
