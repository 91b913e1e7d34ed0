/** A command that runs on the server of the console. The job continues when its page is closed. */
export interface Job {
  readonly id: string;
  /** The name of the command, such as `delivery replay`. */
  readonly command: string;
  /** What the command works on, such as the name of a partner. */
  readonly subject: string;
  readonly state: 'running' | 'stopping' | 'stopped' | 'done' | 'failed';
  readonly startedAt: string;
  readonly endedAt: string | null;
  /** Whether a person can stop the job between two steps of the command. */
  readonly isStoppable: boolean;
  /** Whether a person can start the job again: a stoppable job that was stopped or has failed. */
  readonly isResumable: boolean;
  /** Null until the command has reported its progress. */
  readonly progress: { readonly done: number; readonly total: number } | null;
  /** The last sentence that the job has announced. After the end of the job: what it has done and could not do. */
  readonly sentences: readonly string[];
}

/** The paths at which pages list, remove, resume and stop jobs. Only a console that allows changes has these paths. */
export const JOBS_PATH = '/api/jobs';
export const REMOVE_PATH = '/api/jobs/remove';
export const RESUME_PATH = '/api/jobs/resume';
export const STOP_PATH = '/api/jobs/stop';

/** The query parameter that makes a long command a job, and names its subject. */
export const JOB_SUBJECT = 'job';

/**
 * The commands that can run as jobs, because they can take minutes. A job keeps a sentence about its result, so a
 * command that returns a secret must not run as a job.
 */
export const LONG_COMMANDS = [
  'delivery replay',
  'delivery stop',
  'delivery start',
  'call delete',
  'partner delete',
  'dlq redrive',
  'mapping enable',
  'mapping disable',
] as const;
export type LongCommand = (typeof LONG_COMMANDS)[number];

export const isLongCommand = (name: string): name is LongCommand => LONG_COMMANDS.some((long) => long === name);
