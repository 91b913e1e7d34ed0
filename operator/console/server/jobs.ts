import { randomUUID } from 'node:crypto';
import type { CommandResult, Watch } from '../../command.ts';
import type { Job } from '../protocol/jobs.ts';
import type { Explain } from './run-commands.ts';

/** How many ended jobs are kept. */
const KEPT_JOBS = 20;

interface Work<Value> {
  readonly command: string;
  readonly subject: string;
  readonly isStoppable: boolean;
  readonly run: (watch: Watch) => Promise<CommandResult<Value>>;
  /** Returns a sentence about what the command has done. */
  readonly sentenceOf: (value: Value) => string;
}

/** A job continues when its page is closed, and ends at the latest with the process of the console. */
export function jobList({ nowMs, explain }: { readonly nowMs: () => number; readonly explain: Explain }) {
  const jobs = new Map<string, Job>();
  /** For each job, a function that starts it again. */
  const starts = new Map<string, () => Job>();
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
    const { state, sentences } = await endOf(work, watch);
    const isStopped = state === 'done' && watch.isStopped();
    update(id, {
      ...{ sentences, endedAt: now() },
      state: isStopped ? 'stopped' : state,
      // Resuming starts the command again. Commands that can be stopped skip the items that are already done.
      isResumable: work.isStoppable && (isStopped || state === 'failed'),
    });
    forgetOldest();
  }

  async function endOf<Value>(
    { run, sentenceOf }: Work<Value>,
    watch: Watch,
  ): Promise<{ readonly state: 'done' | 'failed'; readonly sentences: readonly string[] }> {
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
    for (const { id } of ended.slice(0, -KEPT_JOBS)) forget(id);
  }

  function forget(id: string): void {
    jobs.delete(id);
    starts.delete(id);
  }

  /** Starts the work, and returns before the work has ended. */
  function start<Value>(work: Work<Value>): Job {
    const { command, subject, isStoppable } = work;
    const id = randomUUID();
    const running = { state: 'running', startedAt: now(), endedAt: null, progress: null, sentences: [] } as const;
    const job: Job = { id, command, subject, isStoppable, isResumable: false, ...running };
    jobs.set(id, job);
    starts.set(id, () => start(work));
    void follow(id, work);
    return job;
  }

  return {
    list: (): Job[] => [...jobs.values()].reverse(),
    start,
    /** Removes a job that has ended from the list. */
    remove(id: string): void {
      if (jobs.get(id)?.endedAt) forget(id);
    },
    /** Starts a resumable job again. The new job replaces the old one in the list. */
    resume(id: string): void {
      const restart = starts.get(id);
      if (!restart || !jobs.get(id)?.isResumable) return;
      forget(id);
      restart();
    },
    /** Asks a stoppable job to stop before its next step. The changes that the job has made stay. */
    stop(id: string): void {
      const job = jobs.get(id);
      if (job?.isStoppable && job.state === 'running') update(id, { state: 'stopping' });
    },
  };
}
