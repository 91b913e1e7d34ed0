import type { Alarm } from '../../protocol/values.ts';
import { Severity } from '../parts/alarm.tsx';
import { Heading } from '../parts/heading.tsx';
import { MomentAndAgo } from '../parts/moment.tsx';
import { ResponseView } from '../parts/region.tsx';
import { Runbook, useRunbook } from '../parts/runbook.tsx';
import { usePolled } from '../poll.ts';

/** Each raised alarm with what partners notice, and with what the runbook says beside it. */
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
    </>
  );
}

function RaisedAlarm({ alarm: { name, severity, impact, since, reason, runbook } }: { readonly alarm: Alarm }) {
  return (
    <article id={name} class="alarm">
      <div>
        <h2>
          <Severity severity={severity} /> {impact}
        </h2>
        {since === null ? null : (
          <p>
            Raised <MomentAndAgo at={since} />
          </p>
        )}
        <p class="soft">
          <code>{name}</code>: {reason}
        </p>
      </div>
      {runbook === null ? null : <FirstSteps heading={runbook.replace(/^.*#/, '')} alarm={name} />}
    </article>
  );
}

function FirstSteps({ heading, alarm }: { readonly heading: string; readonly alarm: string }) {
  const section = useRunbook({ heading, alarm });
  return (
    <div>
      <h2>
        Runbook: <a href={`/runbook/${heading}`}>{typeof section === 'object' ? section.title : heading}</a>
      </h2>
      <Runbook section={section} />
    </div>
  );
}
