import { signal } from '@preact/signals';
import { JOB_SUBJECT, JOBS_PATH, type Job, type LongCommand, REMOVE_PATH, STOP_PATH } from '../protocol/jobs.ts';
import type { Options } from '../protocol/routes.ts';
import { apiPath } from '../protocol/wire.ts';
import { about } from './about.ts';
import { get, post } from './api.ts';
import { AFTER_FAILURE_MS, isLockedOut, refreshAll } from './poll.ts';

/** The list is in the console's own process, so a request for it costs nothing. */
const EVERY_MS = 1_000;

/** The jobs of this console, the newest first. */
export const jobs = signal<readonly Job[]>([]);

/** Keeps the list up to date while the page is visible. */
export function followJobs(): void {
  const mayAsk = document.visibilityState === 'visible' && !isLockedOut.value && about.value?.isWritable === true;
  const asked = mayAsk ? loadJobs() : Promise.resolve(true);
  void asked.then((hasResponded) => setTimeout(followJobs, hasResponded ? EVERY_MS : AFTER_FAILURE_MS));
}

/** Returns whether the console has responded. If not, the pages themselves say so. */
async function loadJobs(): Promise<boolean> {
  const listed = await get<readonly Job[]>(JOBS_PATH).catch(() => undefined);
  if (listed === undefined) return false;
  if (JSON.stringify(listed) === JSON.stringify(jobs.value)) return true;
  const hasEnded = jobs.value.some(
    ({ id, endedAt }) => endedAt === null && listed.find((job) => job.id === id)?.endedAt,
  );
  jobs.value = listed;
  if (hasEnded) void refreshAll();
  return true;
}

/** Starts a command that continues when this page is closed. */
export async function startJob(command: LongCommand, subject: string, options: Options): Promise<Job> {
  const job = await post<Job>(`${apiPath(command)}?${new URLSearchParams({ [JOB_SUBJECT]: subject })}`, options);
  await loadJobs();
  return job;
}

export const stopJob = (id: string) => change(STOP_PATH, id);
/** Removes a job that has ended from the list, in all tabs. */
export const removeJob = (id: string) => change(REMOVE_PATH, id);

async function change(path: string, id: string): Promise<void> {
  jobs.value = await post<readonly Job[]>(path, { id });
}
