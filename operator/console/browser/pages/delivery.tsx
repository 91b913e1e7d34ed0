import { STATUS_MEANINGS } from '../../../../shared/domain/deliveries/delivery.ts';
import { nextRound, replayObstacle } from '../../../../shared/domain/deliveries/replay-policy.ts';
import { RESCUED_WITHIN } from '../../../../shared/domain/deliveries/sweep-period.ts';
import type { ShownDelivery } from '../../protocol/command-values.ts';
import type { ValueOf } from '../../protocol/routes.ts';
import { ActionButton } from '../actions/action.tsx';
import { now } from '../clock.ts';
import { Attempts } from '../deliveries/attempts.tsx';
import { CallContent } from '../deliveries/call-content.tsx';
import { CallLog } from '../deliveries/call-log.tsx';
import { currentRound } from '../deliveries/current-round.ts';
import { DeliveryFacts } from '../deliveries/delivery-facts.tsx';
import { attemptsOfUnknownResult, failureCauseOf } from '../deliveries/failure-cause.ts';
import { textForPartner } from '../deliveries/text-for-partner.ts';
import { CopyButton } from '../elements/copy-button.tsx';
import { Menu } from '../elements/menu.tsx';
import { TimeInBothZones } from '../elements/moment.tsx';
import { ResponseView } from '../elements/region.tsx';
import { DeliveryStatusBadge, STATUS_TONES } from '../elements/status.tsx';
import { Heading } from '../frame/heading.tsx';
import { RunbookLink } from '../operations/runbook.tsx';
import { usePolled } from '../poll.ts';

/** The page of a delivery: whether the event of a call was sent, what happened, and what will happen next. */
export function DeliveryPage({ id }: { readonly id: string }) {
  const shown = usePolled('delivery show', { call: id });
  const delivery = shown.value.response?.value[0];
  return (
    <>
      <DeliveryHeading id={id} delivery={delivery} />
      <section aria-label="Delivery" aria-busy={shown.value.response === undefined && shown.value.error === undefined}>
        <ResponseView polled={shown.value}>
          {([row]) => (row === undefined ? null : <DeliverySummary delivery={row} />)}
        </ResponseView>
      </section>
      {delivery ? <Attempts delivery={delivery} /> : null}
      {delivery ? <CallContent callId={id} /> : null}
      {delivery ? <CallLog callId={id} /> : null}
    </>
  );
}

interface Props {
  readonly delivery: ShownDelivery;
}

/** Also shown before the delivery is known, because the focus on the heading would be lost with another heading. */
function DeliveryHeading({ id, delivery }: { readonly id: string; readonly delivery: ShownDelivery | undefined }) {
  const partner = usePolled('partner show', delivery ? { partner: delivery.partnerId } : null).value.response?.value;
  const { status = 'delivery' } = delivery ?? {};
  const state = status.charAt(0).toUpperCase() + status.slice(1);
  return (
    <Heading
      title={partner === undefined ? state : `${state} · ${partner.name}`}
      id={id}
      commands={[['delivery show', { call: id }]]}
    >
      {delivery ? <ReplayButton delivery={delivery} partner={partner} /> : null}
      {delivery ? (
        <Menu name="More actions">
          <DeleteCallButton delivery={delivery} />
        </Menu>
      ) : null}
    </Heading>
  );
}

type Partner = ValueOf<'partner show'> | undefined;

/** Returns why a replay would not send the event. This saves a click on a command that would send nothing. */
function whyNoReplay({ status, reason, call }: ShownDelivery, partner: Partner): string | undefined {
  const obstacle = replayObstacle({ status, skipReason: reason }, call === 'expired');
  if (obstacle === 'call expired') return 'The call has expired, so its delivery cannot be replayed.';
  if (obstacle === 'call deleted') return 'The call was deleted, so its delivery cannot be replayed.';
  if (obstacle === 'status') return `The delivery is ${status}, so it cannot be replayed.`;
  if (partner?.state === 'suspended') return 'The partner is suspended, so the delivery would be skipped.';
  return undefined;
}

function ReplayButton({ delivery, partner }: Props & { readonly partner: Partner }) {
  const { callId, series } = delivery;
  return (
    <ActionButton
      label="Replay"
      isPrimary
      route="delivery replay"
      options={{ call: callId }}
      obstacle={whyNoReplay(delivery, partner)}
      effect={`The event of this call is sent in round ${nextRound({ series }).series} of attempts. The call id stays the same, so the partner can recognize the event.`}
      done={({ replayed }) =>
        replayed === 1
          ? 'The round has begun. This page will show its attempts.'
          : 'Nothing was replayed, because the delivery has changed meanwhile.'
      }
    />
  );
}

function DeleteCallButton({ delivery: { callId, tenantId, reason, call } }: Props) {
  const isGone = reason === 'deleted' || call === 'expired';
  return (
    <ActionButton
      label="Delete call…"
      title="Delete the call"
      route="call delete"
      options={{ tenant: tenantId, call: callId }}
      obstacle={isGone ? 'The call was deleted or has expired.' : undefined}
      wordToType="delete"
      effect="The content of the call is deleted. The row of the delivery stays."
      done={() => 'The call is deleted.'}
    />
  );
}

/** Shows the status of the delivery, the cause of a failure, and what will happen next. */
function DeliverySummary({ delivery }: Props) {
  const { callId, partnerId, status, reason, call } = delivery;
  const last = currentRound(delivery).at(-1);
  const cause = last && failureCauseOf(last.outcome);
  const unsure = attemptsOfUnknownResult(delivery).length;
  return (
    <>
      <div class={`banner ${STATUS_TONES[status]}`}>
        <p>
          <DeliveryStatusBadge status={status} />{' '}
          {reason === undefined ? STATUS_MEANINGS[status] : `Nothing is sent: ${reason}.`}
          {call === undefined ? null : ' The call has expired, so its event cannot be sent.'}
        </p>
        {cause === undefined ? null : <p>{cause}</p>}
        {unsure === 0 ? null : (
          <p>
            The event may have been received {unsure === 1 ? 'once' : `${unsure} times`} without our knowing: no valid
            response was recorded.
          </p>
        )}
        <p>
          Next: <NextStep delivery={delivery} />
        </p>
        <p class="actions">
          <CopyButton words="Copy a text for the partner" text={textForPartner(delivery)} />
          <RunbookLink heading="a-partner-says-events-are-missing" partner={partnerId} call={callId} />
        </p>
      </div>
      <DeliveryFacts delivery={delivery} />
    </>
  );
}

/** How long an attempt counts as due now. A wake-up that has not arrived after this time may be lost. */
const SOON_MS = 30_000;

function NextStep({ delivery }: Props) {
  const { status, attempts, nextAttemptAt, leaseUntil } = delivery;
  if (status !== 'pending') {
    return (
      <>
        {whyNoReplay(delivery, undefined) === undefined ? 'Nothing, unless somebody replays the delivery.' : 'Nothing.'}
      </>
    );
  }
  const nowMs = now.value;
  const isRunning = leaseUntil !== null && Date.parse(leaseUntil) > nowMs;
  if (isRunning && currentRound(delivery).length < attempts) return <>Attempt {attempts} is under way.</>;
  if (nextAttemptAt === null) return <>An attempt is due.</>;
  const dueForMs = nowMs - Date.parse(nextAttemptAt);
  if (dueForMs >= 0 && dueForMs < SOON_MS) return <>Attempt {attempts + 1} is due now.</>;
  const isLate = dueForMs > 0;
  return (
    <>
      Attempt {attempts + 1} {isLate ? 'has been due since' : 'is due at'} <TimeInBothZones at={nextAttemptAt} />
      {isLate ? `. If its wake-up was lost, the sweep finds it within ${RESCUED_WITHIN}.` : '.'}
    </>
  );
}
