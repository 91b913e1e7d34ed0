import type { Health } from '../../protocol/command-values.ts';
import { OVERVIEW_READS } from '../../protocol/overview-reads.ts';
import { pathTo } from '../../protocol/pages.ts';
import type { ValueOf } from '../../protocol/routes.ts';
import { now } from '../clock.ts';
import { NameLink } from '../elements/links.tsx';
import { RelativeTime, RoughRelativeTime } from '../elements/moment.tsx';
import { Region, ResponseView } from '../elements/region.tsx';
import { Table } from '../elements/table.tsx';
import { Heading } from '../frame/heading.tsx';
import { HealthBanner } from '../operations/health-banner.tsx';
import { LaneAges, QueueTable } from '../operations/queues.tsx';
import { DeliveriesPlot } from '../plots/deliveries-plot.tsx';
import { usePolled } from '../poll.ts';
import { DAY_MS } from '../time.ts';

/** The first page: what is wrong, since when, and for whom. */
export function OverviewPage() {
  const raised = usePolled('alarms', { state: 'ALARM' });
  const failing = usePolled('partner health', { failing: true });
  const partners = usePolled('partner count');
  const rejected = usePolled('call refused', { limit: '1' });
  const minutes = usePolled('delivery minutes');
  const queues = usePolled('queue list');
  const mappings = usePolled('mapping list');
  return (
    <>
      <Heading title="Overview" commands={OVERVIEW_READS} />
      <HealthBanner
        alarms={raised.value}
        failing={failing.value}
        partners={partners.value}
        mappings={mappings.value}
        minutes={minutes.value}
      />
      <Region name="Failing partners" polled={failing.value} aside={<a href={pathTo('partners')}>All partners</a>}>
        {(rows) => <FailingPartners partners={rows} />}
      </Region>
      <div class="columns">
        <figure aria-labelledby="deliveries">
          <div class="heading">
            <h2 id="deliveries">Deliveries</h2>
            <span class="soft">settled, by minute</span>
          </div>
          <ResponseView polled={minutes.value}>{(counts) => <DeliveriesPlot minutes={counts} />}</ResponseView>
        </figure>
        <LaneAges />
      </div>
      <Region name="Queues" polled={queues.value} aside={<a href={pathTo('queues')}>Dead letters</a>}>
        {(all) => <QueueTable queues={all} />}
      </Region>
      <ResponseView polled={rejected.value}>{([newest]) => newest && <LastRejectedCall call={newest} />}</ResponseView>
    </>
  );
}

/** The last refused call. Its partner gets no event, so the call is highlighted for a day. */
function LastRejectedCall({ call: { at, reason } }: { readonly call: ValueOf<'call refused'>[number] }) {
  return (
    <p class={now.value - Date.parse(at) < DAY_MS ? 'problem' : 'soft'}>
      A finished call was refused <RelativeTime at={at} />: {reason}. <a href={pathTo('rejected')}>Refused calls</a>
    </p>
  );
}

/** The partners whose receivers fail. The service does not suspend these partners, and continues with its attempts. */
function FailingPartners({ partners }: { readonly partners: readonly Health[] }) {
  return (
    <Table
      rows={partners}
      keyOf={({ partnerId }) => partnerId}
      empty="No partner is failing."
      columns={[
        { head: 'Partner', cell: ({ partnerId, name }) => <NameLink page="partner" id={partnerId} name={name} /> },
        { head: 'Last outcome', cell: ({ lastOutcome }) => lastOutcome, isShort: true },
        { head: 'Failed first attempts', cell: ({ consecutiveFailures }) => consecutiveFailures, isNumber: true },
        { head: 'Failing since', cell: ({ failingSince: at }) => at && <RoughRelativeTime at={at} />, isNumber: true },
        {
          head: 'Last delivered',
          cell: ({ lastDeliveredAt: at }) => (at === null ? 'none found' : <RoughRelativeTime at={at} />),
          isNumber: true,
          isMinor: true,
        },
      ]}
    />
  );
}
