import { Severity } from '../parts/alarm.tsx';
import { Heading } from '../parts/heading.tsx';
import { MomentAndAgo } from '../parts/moment.tsx';
import { ResponseView } from '../parts/region.tsx';
import { usePolled } from '../poll.ts';

/** Each raised alarm with what partners notice. */
export function AlarmsPage() {
  const raised = usePolled('alarms', { state: 'ALARM' });
  return (
    <>
      <Heading title="Alarms" />
      <ResponseView polled={raised.value}>
        {(alarms) =>
          alarms.length === 0 ? (
            <p>No alarm is raised.</p>
          ) : (
            alarms.map(({ name, severity, impact, since, reason }) => (
              <article key={name} id={name}>
                <h2>
                  <Severity severity={severity} /> {impact}
                </h2>
                <p>
                  <code>{name}</code>
                  {since === null ? null : (
                    <>
                      {' '}
                      since <MomentAndAgo at={since} />
                    </>
                  )}
                  . {reason}
                </p>
              </article>
            ))
          )
        }
      </ResponseView>
    </>
  );
}
