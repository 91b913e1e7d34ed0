import { useSignal } from '@preact/signals';
import type { Job } from '../../protocol/jobs.ts';
import { errorSentence } from '../api.ts';
import { now } from '../clock.ts';
import { RoughRelativeTime } from '../elements/moment.tsx';
import { isListOld, jobs, removeJob, resumeJob, stopJob } from '../jobs.ts';

/** How long the list shows a job after its success. */
const READ_MS = 30_000;

const isShown = ({ state, endedAt }: Job) =>
  state !== 'done' || endedAt === null || now.value - Date.parse(endedAt) < READ_MS;

/** The jobs of this console, at the end of every page. A person can remove a job that has ended. */
export function Jobs() {
  const shown = jobs.value.filter(isShown);
  if (shown.length === 0) return null;
  return (
    <section class="jobs" aria-label="Jobs">
      <ul>
        {shown.map((job) => (
          <li key={job.id}>
            <JobLine job={job} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** One line that shows how far a job is, or how it ended. */
function JobLine({ job }: { readonly job: Job }) {
  const { command, subject, state, isStoppable, isResumable, startedAt, endedAt } = job;
  return (
    <>
      <strong>{command}</strong>
      <span class="name" dir="auto" title={subject}>
        {subject}
      </span>
      <span class="soft">
        <RoughRelativeTime at={endedAt ?? startedAt} />
      </span>
      <Progress job={job} />
      {endedAt === null && state === 'running' && isStoppable && !isListOld.value ? (
        <JobControl words="Stop" job={job} act={stopJob} />
      ) : null}
      {isResumable ? <JobControl words="Resume" job={job} act={resumeJob} /> : null}
      {endedAt === null ? null : <JobControl words="Remove" job={job} act={removeJob} />}
    </>
  );
}

const TONES: Readonly<Record<Job['state'], string>> = {
  running: 'plain',
  stopping: 'plain',
  stopped: 'warn',
  done: 'plain',
  failed: 'bad',
};

function Progress({ job }: { readonly job: Job }) {
  const { state, endedAt, sentences } = job;
  return (
    <>
      {endedAt === null ? <ProgressBar job={job} /> : <span class={`badge ${TONES[state]}`}>{state}</span>}
      <span role="status" class={state === 'failed' ? 'told failed' : 'told'}>
        {sentences.join(' ')}
      </span>
    </>
  );
}

function ProgressBar({ job: { command, subject, progress } }: { readonly job: Job }) {
  if (isListOld.value) return <span class="badge warn">not known</span>;
  return (
    <span class="progress">
      <progress aria-label={`Progress of ${command} ${subject}`} value={progress?.done} max={progress?.total} />
      <span>{progress === null ? 'Working…' : `${progress.done} of ${progress.total}`}</span>
    </span>
  );
}

interface ButtonProps {
  readonly words: string;
  readonly job: Job;
  readonly act: (id: string) => Promise<void>;
}

/** A button that stops, resumes or removes a job. If that fails, a text beside the button says why. */
function JobControl({ words, job: { id, command, subject }, act }: ButtonProps) {
  const problem = useSignal('');
  const click = () =>
    act(id).then(
      () => {
        problem.value = '';
      },
      (error: unknown) => {
        problem.value = errorSentence(error);
      },
    );
  return (
    <>
      <button type="button" onClick={click} aria-label={`${words} ${command} ${subject}`}>
        {words}
      </button>
      <span role="status" class="told failed">
        {problem.value}
      </span>
    </>
  );
}

/** The progress of a job, in the dialog that started the job. */
export function StartedJob({ id }: Pick<Job, 'id'>) {
  const job = jobs.value.find((one) => one.id === id);
  return (
    <>
      {job ? (
        <p class="started">
          <Progress job={job} />
        </p>
      ) : null}
      {job && job.endedAt !== null ? null : (
        <p class="soft">This continues when you close the page. Every page of this console lists it.</p>
      )}
    </>
  );
}
