import { randomUUID } from 'node:crypto';
import type { CommandResult, Watch } from '../../command.ts';
import type { Job } from '../protocol/jobs.ts';
import type { Explain } from './commands.ts';

/** Ended jobs beyond this number are forgotten, the oldest first. */
const KEPT_JOBS = 20;

interface Work<Value> {
  readonly command: string;
  readonly subject: string;
  readonly isStoppable: boolean;
  readonly run: (watch: Watch) => Promise<CommandResult<Value>>;
  /** Says what the command has done. */
  readonly sentenceOf: (value: Value) => string;
}

interface Settings {
  readonly nowMs: () => number;
  readonly explain: Explain;
}

/** Runs commands that continue when the page that started them is closed. They end with the process of the console. */
export function jobList({ nowMs, explain }: Settings) {
  const jobs = new Map<string, Job>();
  const now = () => new Date(nowMs()).toISOString();
  const update = (id: string, changes: Partial<Job>) => {
    const job = jobs.get(id);
    if (job) jobs.set(id, { ...job, ...changes });
  };

  async function follow<Value>(id: string, work: Work<Value>): Promise<void> {
    const watch: Watch = {
      announce: (sentence) => update(id, { sentences: [sentence] }),
      onProgress: (done, total) => update(id, { progress: { done, total } }),
      isStopped: () => jobs.get(id)?.state === 'stopping',
    };
    update(id, { ...(await endOf(work, watch)), endedAt: now() });
    forgetOldest();
  }

  /** Runs the command, and returns how it has ended. */
  async function endOf<Value>(
    { run, sentenceOf }: Work<Value>,
    watch: Watch,
  ): Promise<Pick<Job, 'state' | 'sentences'>> {
    try {
      const { value, warnings = [], problems = [] } = await run(watch);
      return {
        state: problems.length === 0 ? 'done' : 'failed',
        sentences: [sentenceOf(value), ...warnings, ...problems],
      };
    } catch (error) {
      return { state: 'failed', sentences: [(await explain(error)).sentence] };
    }
  }

  function forgetOldest(): void {
    const ended = [...jobs.values()].filter(({ endedAt }) => endedAt !== null);
    for (const { id } of ended.slice(0, -KEPT_JOBS)) jobs.delete(id);
  }

  return {
    /** Returns all jobs, the newest first. */
    list: (): Job[] => [...jobs.values()].reverse(),
    /** Starts the work and returns without waiting for it. */
    start<Value>(work: Work<Value>): Job {
      const { command, subject, isStoppable } = work;
      const id = randomUUID();
      const running = { state: 'running', startedAt: now(), endedAt: null, progress: null, sentences: [] } as const;
      const job: Job = { id, command, subject, isStoppable, ...running };
      jobs.set(id, job);
      void follow(id, work);
      return job;
    },
    /** Removes a job that has ended from the list. */
    remove(id: string): void {
      if (jobs.get(id)?.endedAt) jobs.delete(id);
    },
    /** Asks a job to stop before its next step. What it has done stays done. */
    stop(id: string): void {
      if (jobs.get(id)?.state === 'running') update(id, { state: 'stopping' });
    },
  };
}
