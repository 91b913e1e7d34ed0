import { OVERVIEW_READS } from '../../protocol/overview.ts';
import { pathTo } from '../../protocol/pages.ts';
import type { ValueOf } from '../../protocol/routes.ts';
import type { Alarm, Health, Mapping } from '../../protocol/values.ts';
import { now } from '../clock.ts';
import { Severity } from '../parts/alarm.tsx';
import { Heading } from '../parts/heading.tsx';
import { Ago, MomentAndAgo } from '../parts/moment.tsx';
import { LaneAges, QueueTable } from '../parts/queues.tsx';
import { Region, ResponseView } from '../parts/region.tsx';
import { Table } from '../parts/table.tsx';
import { MinutesPlot } from '../plots/minutes-plot.tsx';
import { usePolled } from '../poll.ts';

/** What is wrong, since when, and for whom. */
export function OverviewPage() {
  const raised = usePolled('alarms', { state: 'ALARM' });
  const failing = usePolled('partner health', { failing: true });
  const rejected = usePolled('call refused', { limit: '1' });
  const minutes = usePolled('delivery minutes');
  const queues = usePolled('queue list');
  const mappings = usePolled('mapping list');
  return (
    <>
      <Heading title="Overview" commands={OVERVIEW_READS} />
      <div class="columns">
        <Region name="Health" polled={raised.value}>
          {(alarms) => <WhatPartnersNotice alarms={alarms} />}
        </Region>
        <Region name="Alarms" polled={raised.value} aside={<a href={pathTo('alarms')}>All raised alarms</a>}>
          {(alarms) => (alarms.length === 0 ? <p>No alarm is raised.</p> : <RaisedAlarms alarms={alarms} />)}
        </Region>
      </div>
      <ResponseView polled={rejected.value}>{([newest]) => newest && <LastRejected call={newest} />}</ResponseView>
      <Region name="Failing partners" polled={failing.value} aside={<a href={pathTo('partners')}>All partners</a>}>
        {(partners) => <FailingPartners partners={partners} />}
      </Region>
      <div class="columns">
        <figure aria-labelledby="deliveries">
          <div class="heading">
            <h2 id="deliveries">Deliveries</h2>
            <span class="soft">settled in each minute of the last hour, as CloudWatch has counted them</span>
          </div>
          <ResponseView polled={minutes.value}>{(counts) => <MinutesPlot minutes={counts} />}</ResponseView>
        </figure>
        <LaneAges />
      </div>
      <Region name="Queues" polled={queues.value} aside={<a href={pathTo('queues')}>Dead letters</a>}>
        {(all) => (
          <>
            <ResponseView polled={mappings.value}>{(states) => <SwitchedOff mappings={states} />}</ResponseView>
            <QueueTable queues={all} />
          </>
        )}
      </Region>
    </>
  );
}

const DAY_MS = 86_400_000;

/** A partner misses each refused call. Those of earlier days are rarely news. */
function LastRejected({ call: { at, reason } }: { readonly call: ValueOf<'call refused'>[number] }) {
  return (
    <p class={now.value - Date.parse(at) < DAY_MS ? 'problem' : 'soft'}>
      A finished call was refused <Ago at={at} />: {reason}. <a href={pathTo('rejected')}>Refused calls</a>
    </p>
  );
}

/** Partners whose receivers fail. Nothing is switched off by itself: the service goes on with its attempts. */
function FailingPartners({ partners }: { readonly partners: readonly Health[] }) {
  if (partners.length === 0) return <p class="well">No partner is failing.</p>;
  return (
    <Table
      rows={partners}
      keyOf={({ partnerId }) => partnerId}
      empty=""
      columns={[
        { head: 'Partner', cell: ({ partnerId, name }) => <a href={pathTo('partner', partnerId)}>{name}</a> },
        { head: 'Failing since', cell: ({ failingSince: at }) => at && <MomentAndAgo at={at} /> },
        { head: 'Failed in a row', cell: ({ consecutiveFailures }) => consecutiveFailures, isNumber: true },
        { head: 'Last outcome', cell: ({ lastOutcome }) => lastOutcome },
        {
          head: 'Last delivered',
          cell: ({ lastDeliveredAt: at }) => (at === null ? 'never' : <MomentAndAgo at={at} />),
        },
      ]}
    />
  );
}

/** A mapping that is switched off stops deliveries without any alarm. */
function SwitchedOff({ mappings }: { readonly mappings: readonly Mapping[] }) {
  const off = mappings.filter(({ state }) => state !== 'Enabled');
  if (off.length === 0) return <p class="well">All mappings are enabled.</p>;
  return (
    <>
      {off.map(({ name, state }) => (
        <p key={name} class="problem">
          The mapping {name} is {state}. What it reads waits until it is enabled.
        </p>
      ))}
    </>
  );
}

interface Props {
  readonly alarms: readonly Alarm[];
}

/** Pages are about partners who are affected now. Tickets wait for the morning. */
function WhatPartnersNotice({ alarms }: Props) {
  const pages = alarms.filter(({ severity }) => severity === 'page');
  if (pages.length === 0) return <p class="well">No alarm that pages is raised.</p>;
  return (
    <ul class="impacts">
      {pages.map(({ name, impact }) => (
        <li key={name}>{impact}</li>
      ))}
    </ul>
  );
}

function RaisedAlarms({ alarms }: Props) {
  return (
    <ul class="rows">
      {alarms.map(({ name, severity, impact, since }) => (
        <li key={name}>
          <Severity severity={severity} /> <a href={pathTo('alarms')}>{impact}</a>{' '}
          {since === null ? null : (
            <span class="soft">
              since <Ago at={since} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
