import { useSignal } from '@preact/signals';
import type { Job } from '../../protocol/jobs.ts';
import { jobs, removeJob, stopJob } from '../jobs.ts';
import { Moment } from './moment.tsx';

/** The jobs of this console, on every page. A person can remove one that has ended. */
export function Jobs() {
  if (jobs.value.length === 0) return null;
  return (
    <section class="jobs" aria-label="Jobs">
      <ul class="rows">
        {jobs.value.map((job) => (
          <li key={job.id}>
            <JobView job={job} />
            {job.endedAt === null ? null : <JobButton words="Remove" job={job} act={removeJob} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How far a job is, and how it ended. */
function JobView({ job }: { readonly job: Job }) {
  const { command, subject, state, isStoppable, startedAt, progress, sentences } = job;
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
          {state === 'running' && isStoppable ? <JobButton words="Stop" job={job} act={stopJob} /> : null}
        </p>
      ) : null}
      <div role="status">
        {sentences.map((sentence) => (
          <p key={sentence} class={state === 'failed' ? 'problem' : 'well'}>
            {sentence}
          </p>
        ))}
      </div>
    </>
  );
}

interface ButtonProps {
  readonly words: string;
  readonly job: Job;
  readonly act: (id: string) => Promise<void>;
}

/** Does something to a job, and says why it could not. */
function JobButton({ words, job: { id, command, subject }, act }: ButtonProps) {
  const problem = useSignal('');
  const click = () =>
    act(id).then(
      () => {
        problem.value = '';
      },
      (error: unknown) => {
        problem.value = error instanceof Error ? error.message : String(error);
      },
    );
  return (
    <>
      <button type="button" onClick={click} aria-label={`${words} ${command} ${subject}`}>
        {words}
      </button>{' '}
      <span class="problem" role="status">
        {problem.value}
      </span>
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
