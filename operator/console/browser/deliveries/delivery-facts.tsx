import { EVENT_HEADERS } from '../../../../shared/contract/calls/event-headers.ts';
import { hasDelivered } from '../../../../shared/domain/deliveries/attempt-log.ts';
import { EVIDENCE, SUSPENDED, UNPREPARED } from '../../../../shared/domain/deliveries/lane.ts';
import { MAX_ATTEMPTS } from '../../../../shared/domain/deliveries/retry-policy.ts';
import type { ShownDelivery } from '../../protocol/command-values.ts';
import { CopyButton } from '../elements/copy-button.tsx';
import { Facts } from '../elements/facts.tsx';
import { LineLink, NameLink } from '../elements/links.tsx';
import { RelativeTime, TimeInBothZones } from '../elements/moment.tsx';
import { usePolled } from '../poll.ts';
import { durationText } from '../time.ts';

interface Props {
  readonly delivery: ShownDelivery;
}

export function DeliveryFacts({ delivery }: Props) {
  const { callId, partnerId, tenantId, recordedAt, attempts, series } = delivery;
  const partner = usePolled('partner show', { partner: partnerId }).value.response?.value;
  const deliveredMs = deliveredAtMs(delivery);
  return (
    <Facts
      facts={{
        Partner: <NameLink page="partner" id={partnerId} name={partner?.name ?? partnerId} />,
        Line: <LineLink id={tenantId} />,
        Recorded: <TimeInBothZones at={recordedAt} />,
        Delivered: deliveredMs && <DeliveryTime atMs={deliveredMs} recordedAt={recordedAt} />,
        Lane: delivery.lane && <LaneWithReason delivery={delivery} isSuspended={partner?.state === 'suspended'} />,
        Attempts: `${attempts} of ${MAX_ATTEMPTS}${series === 1 ? '' : ` in round ${series}`}`,
        [EVENT_HEADERS.delivery]: (
          <span class="with-copy">
            <code>{callId}</code>
            <CopyButton words={`Copy the value of ${EVENT_HEADERS.delivery}`} icon="copy" text={callId} />
          </span>
        ),
      }}
    />
  );
}

/** Returns when the response to the successful attempt began. Undefined if no attempt has succeeded. */
function deliveredAtMs({ log }: ShownDelivery): number | undefined {
  const success = log.findLast(hasDelivered);
  return success && Date.parse(success.at) + success.durationMs;
}

function DeliveryTime({ atMs, recordedAt }: { readonly atMs: number; readonly recordedAt: string }) {
  return (
    <>
      {durationText(Math.max(0, atMs - Date.parse(recordedAt)))} after it was recorded:{' '}
      <TimeInBothZones at={new Date(atMs).toISOString()} />
    </>
  );
}

const ANY_OF = new Intl.ListFormat('en', { type: 'disjunction' });

interface LaneProps extends Props {
  readonly isSuspended: boolean;
}

function LaneWithReason({ delivery: { lane, laneUntil }, isSuspended }: LaneProps) {
  const evidence = EVIDENCE.find((one) => one.lane === lane);
  if (evidence === undefined) return <>{lane}</>;
  const reasons = [`an attempt took longer than ${durationText(evidence.afterMs).replace('.0', '')}`];
  if (lane === UNPREPARED.lane) reasons.push('we could not prepare an attempt');
  if (lane === SUSPENDED.lane) reasons.push('the partner was suspended until recently');
  const isBecauseSuspended = isSuspended && lane === SUSPENDED.lane;
  const why = isBecauseSuspended ? 'the partner is suspended' : ANY_OF.format(reasons);
  return (
    <>
      {lane}, because {why}
      {laneUntil && (
        <span class="soft">
          {' '}
          (ends <RelativeTime at={laneUntil} />)
        </span>
      )}
    </>
  );
}
