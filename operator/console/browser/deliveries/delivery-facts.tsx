import { EVENT_HEADERS } from '../../../../shared/contract/calls/event-headers.ts';
import { hasDelivered } from '../../../../shared/domain/deliveries/attempt-log.ts';
import { HANGING, SUSPICIOUS } from '../../../../shared/domain/deliveries/lane.ts';
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

interface LaneProps extends Props {
  readonly isSuspended: boolean;
}

function LaneWithReason({ delivery: { lane, laneUntil }, isSuspended }: LaneProps) {
  if (lane === undefined || lane === 'main') return <>main</>;
  const after = durationText((lane === 'slow' ? SUSPICIOUS : HANGING).afterMs).replace('.0', '');
  const otherReasons =
    lane === 'hung' ? ', we could not prepare an attempt, or the partner was suspended until recently' : '';
  const why =
    isSuspended && lane === 'hung' ? 'the partner is suspended' : `an attempt took longer than ${after}${otherReasons}`;
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
