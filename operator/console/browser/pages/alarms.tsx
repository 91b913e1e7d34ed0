import type { Alarm } from '../../protocol/command-values.ts';
import { now } from '../clock.ts';
import { OneLineText } from '../elements/links.tsx';
import { RelativeTime, RoughRelativeTime } from '../elements/moment.tsx';
import { Region, ResponseView } from '../elements/region.tsx';
import { Severity } from '../elements/status.tsx';
import { Table } from '../elements/table.tsx';
import { Heading } from '../frame/heading.tsx';
import { Runbook, useRunbook } from '../operations/runbook.tsx';
import { usePolled } from '../poll.ts';
import { address } from '../router.ts';
import { DAY_MS } from '../time.ts';

/** For how long the page lists a resolved alarm, in milliseconds and in words. */
const LISTED = { ms: DAY_MS, words: 'in the last 24 hours' } as const;

/** The page with the raised alarms, their sections of the runbook, and the alarms that were resolved lately. */
export function AlarmsPage() {
  const raised = usePolled('alarms', { state: 'ALARM' });
  return (
    <>
      <Heading title="Alarms" commands={[['alarms', { state: 'ALARM' }]]} />
      <ResponseView polled={raised.value}>
        {(alarms) =>
          alarms.length === 0 ? (
            <p class="well">No alarm is raised.</p>
          ) : (
            alarms.map((alarm) => <RaisedAlarm key={alarm.name} alarm={alarm} />)
          )
        }
      </ResponseView>
      <ResolvedAlarms />
    </>
  );
}

/** Leaves out alarms that share the earliest time, because a local service sets all alarms to OK when it starts. */
function resolvedAlarms(alarms: readonly Alarm[]): Alarm[] {
  const sinces = alarms.map(({ since }) => since).filter((since) => since !== null);
  const first = sinces.sort()[0];
  const start = sinces.filter((since) => since === first).length > 1 ? first : undefined;
  return alarms
    .filter(({ since }) => since !== null && since !== start && now.value - Date.parse(since) < LISTED.ms)
    .sort((one, other) => ((one.since ?? '') < (other.since ?? '') ? 1 : -1));
}

/** Lists the alarms whose state `OK` is recent. After a deployment, these include new alarms. */
function ResolvedAlarms() {
  const inOrder = usePolled('alarms', { state: 'OK' });
  return (
    <Region name="Resolved" polled={inOrder.value} aside={<span class="soft">{LISTED.words}</span>}>
      {(alarms) => (
        <Table
          rows={resolvedAlarms(alarms)}
          keyOf={({ name }) => name}
          empty={`No alarm was resolved ${LISTED.words}.`}
          columns={[
            { head: 'Alarm', cell: ({ impact }) => impact, isLong: true },
            { head: 'Severity', cell: ({ severity }) => severity ?? '', isShort: true },
            { head: 'Name', cell: ({ name }) => <OneLineText text={name} />, isMinor: true },
            { head: 'Resolved', cell: ({ since }) => since && <RoughRelativeTime at={since} />, isNumber: true },
          ]}
        />
      )}
    </Region>
  );
}

function RaisedAlarm({
  alarm: { name, severity, suppressor, impact, since, reason, runbook },
}: {
  readonly alarm: Alarm;
}) {
  return (
    <article id={name} class="alarm">
      <div class="heading">
        <Severity severity={severity} suppressor={suppressor} />
        <h2>{impact}</h2>
        {since === null ? null : (
          <span class="soft">
            raised <RelativeTime at={since} />
          </span>
        )}
      </div>
      <p class="soft">
        <code>{name}</code> {reason}
        {suppressor === null ? null : `. It pages as ${suppressor}.`}
      </p>
      {runbook === null ? null : <AlarmRunbook heading={runbook.replace(/^.*#/, '')} alarm={name} />}
    </article>
  );
}

/** The section of the runbook for an alarm. The section is open if the address names the alarm. */
function AlarmRunbook({ heading, alarm }: { readonly heading: string; readonly alarm: string }) {
  const section = useRunbook({ heading, alarm });
  return (
    <details open={address.value.hash === `#${alarm}`}>
      <summary>
        <h3>Runbook: {typeof section === 'object' ? section.title : heading}</h3>
      </summary>
      <Runbook section={section} />
    </details>
  );
}
