import { signal } from '@preact/signals';
import {
  JOB_SUBJECT,
  JOBS_PATH,
  type Job,
  type LongCommand,
  REMOVE_PATH,
  RESUME_PATH,
  STOP_PATH,
} from '../protocol/jobs.ts';
import { apiPath } from '../protocol/paths-and-names.ts';
import { AFTER_FAILURE_MS } from '../protocol/refresh-intervals.ts';
import type { Options } from '../protocol/routes.ts';
import { about } from './about.ts';
import { get, post } from './api.ts';
import { now } from './clock.ts';
import { isLockedOut, refreshAll } from './poll.ts';

/** How often the list of jobs is requested. The list is in the console's own process, so a request costs nothing. */
const EVERY_MS = 1_000;

/** The jobs of this console, the newest first. Lost jobs come last. */
export const jobs = signal<readonly Job[]>([]);
/** Whether the list of jobs is old, because the last request for it failed. */
export const isListOld = signal(false);

/** Keeps the list of jobs up to date while the page is visible and the console allows changes. */
export function followJobs(): void {
  const mayAsk = document.visibilityState === 'visible' && !isLockedOut.value && about.value?.isWritable === true;
  const asked = mayAsk ? loadJobs() : Promise.resolve(true);
  void asked.then((hasResponded) => setTimeout(followJobs, hasResponded ? EVERY_MS : AFTER_FAILURE_MS));
}

/** Loads the list of jobs. Returns false if this fails. */
async function loadJobs(): Promise<boolean> {
  const listed = await get<readonly Job[]>(JOBS_PATH).catch(() => undefined);
  isListOld.value = listed === undefined;
  if (listed === undefined) return false;
  const before = jobs.value;
  const after = [...listed, ...lostJobs(before, listed)];
  if (JSON.stringify(after) === JSON.stringify(before)) return true;
  const hasEnded = before.some(({ id, endedAt }) => endedAt === null && listed.find((job) => job.id === id)?.endedAt);
  jobs.value = after;
  if (hasEnded) void refreshAll();
  return true;
}

const LOST =
  'The console ended while this job was running, or the job was removed or resumed in another tab. If the job is not complete, start it again.';

/**
 * Returns, as failed, the jobs that this tab last saw unfinished and that are no longer listed. Possible causes: the
 * console's process ended, or another tab removed or resumed the ended job while this tab was hidden.
 */
function lostJobs(before: readonly Job[], listed: readonly Job[]): readonly Job[] {
  return before
    .filter(({ id, endedAt, sentences }) => {
      const isUnfinished = endedAt === null || sentences.includes(LOST);
      return isUnfinished && !listed.some((job) => job.id === id);
    })
    .map((job) => ({
      ...job,
      state: 'failed',
      endedAt: job.endedAt ?? new Date(now.peek()).toISOString(),
      sentences: [LOST],
    }));
}

/** Starts a command that continues when this page is closed. */
export async function startJob(command: LongCommand, subject: string, options: Options): Promise<Job> {
  const job = await post<Job>(`${apiPath(command)}?${new URLSearchParams({ [JOB_SUBJECT]: subject })}`, options);
  await loadJobs();
  return job;
}

export const stopJob = (id: string) => changeJob(STOP_PATH, id);
/** Starts a resumable job again. */
export const resumeJob = (id: string) => changeJob(RESUME_PATH, id);
/** Removes an ended job from the list of jobs, in all tabs. */
export const removeJob = (id: string) => changeJob(REMOVE_PATH, id);

async function changeJob(path: string, id: string): Promise<void> {
  const listed = await post<readonly Job[]>(path, { id });
  const others = jobs.value.filter((job) => job.id !== id);
  jobs.value = [...listed, ...lostJobs(others, listed)];
}
