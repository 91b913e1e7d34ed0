import { signal } from '@preact/signals';
import { JOBS_PATH, type Job, type LongCommand, STOP_PATH } from '../protocol/jobs.ts';
import type { Options } from '../protocol/routes.ts';
import { about } from './about.ts';
import { get, post } from './api.ts';
import { isLockedOut, refreshAll } from './poll.ts';

/** The list is in the console's own process, so a request for it costs nothing. */
const EVERY_MS = 1_000;

/** The jobs of this console, the newest first. */
export const jobs = signal<readonly Job[]>([]);

/** Keeps the list up to date while the page is visible. */
export function followJobs(): void {
  setInterval(() => {
    const mayAsk = document.visibilityState === 'visible' && !isLockedOut.value;
    if (mayAsk && about.value?.isWritable) void loadJobs();
  }, EVERY_MS);
}

/** If the console is away, the pages themselves say so. */
async function loadJobs(): Promise<void> {
  const listed = await get<readonly Job[]>(JOBS_PATH).catch(() => undefined);
  if (listed === undefined || JSON.stringify(listed) === JSON.stringify(jobs.value)) return;
  const hasEnded = jobs.value.some(
    ({ id, endedAt }) => endedAt === null && listed.find((job) => job.id === id)?.endedAt,
  );
  jobs.value = listed;
  if (hasEnded) await refreshAll();
}

/** Starts a command that goes on when this page is closed. */
export async function startJob(command: LongCommand, subject: string, options: Options): Promise<Job> {
  const job = await post<Job>(JOBS_PATH, { command, subject, options });
  await loadJobs();
  return job;
}

export async function stopJob(id: string): Promise<void> {
  jobs.value = await post<readonly Job[]>(STOP_PATH, { id });
}
