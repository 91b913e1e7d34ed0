import { useSignal } from '@preact/signals';
import type { Job } from '../../protocol/jobs.ts';
import { jobs, stopJob } from '../jobs.ts';
import { Moment } from './moment.tsx';

/** The jobs of this console, on every page. A person may close one that has ended. */
export function Jobs() {
  const closed = useSignal<readonly string[]>([]);
  const shown = jobs.value.filter(({ id }) => !closed.value.includes(id));
  if (shown.length === 0) return null;
  const close = (id: string) => {
    closed.value = [...closed.value, id];
  };
  return (
    <section class="jobs" aria-label="Jobs">
      <ul class="rows">
        {shown.map((job) => (
          <li key={job.id}>
            <JobView job={job} />
            {job.endedAt === null ? null : (
              <button type="button" onClick={() => close(job.id)} aria-label={`Hide ${job.command} ${job.subject}`}>
                Hide
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How far a job is, and how it ended. */
function JobView({ job }: { readonly job: Job }) {
  const { id, command, subject, state, isStoppable, startedAt, progress, sentences } = job;
  return (
    <>
      <p>
        <strong>{command}</strong> <span class="mono">{subject}</span>{' '}
        <span class="soft">
          started <Moment at={startedAt} />
        </span>{' '}
        <span class="badge">{state}</span>
      </p>
      {job.endedAt === null ? (
        <p>
          <progress aria-label={`Progress of ${command} ${subject}`} value={progress?.done} max={progress?.total} />{' '}
          {progress === null ? 'Working…' : `${progress.done} of ${progress.total}`}{' '}
          {state === 'running' && isStoppable ? (
            <button type="button" onClick={() => void stopJob(id)} aria-label={`Stop ${command} ${subject}`}>
              Stop
            </button>
          ) : null}
        </p>
      ) : null}
      <div role="status">
        {sentences.map((sentence) => (
          <p key={sentence} class={state === 'done' ? 'well' : 'problem'}>
            {sentence}
          </p>
        ))}
      </div>
    </>
  );
}

/** A job that a dialog has started. */
export function StartedJob({ id }: Pick<Job, 'id'>) {
  const job = jobs.value.find((one) => one.id === id);
  return (
    <>
      {job ? <JobView job={job} /> : null}
      <p class="soft">This goes on when you close the page. Every page of this console lists it.</p>
    </>
  );
}
