import { describe, expect, it } from '@jest/globals';
import type { CommandResult, Watch } from '../../../../operator/command.ts';
import { jobList } from '../../../../operator/console/server/jobs.ts';

function world() {
  const jobs = jobList({
    nowMs: () => Date.parse('2026-11-21T10:00:00Z'),
    explain: async (error) => ({ kind: 'rejected', sentence: `No: ${error}` }),
  });
  /** Starts a job that the test moves forward and ends. */
  const start = (subject = 'pt_1', isStoppable = true) => {
    const { promise, resolve, reject } = Promise.withResolvers<CommandResult>();
    const watches: Watch[] = [];
    const run = (given: Watch) => {
      watches.push(given);
      return promise;
    };
    const { id } = jobs.start({
      command: 'delivery replay',
      subject,
      isStoppable,
      run,
      sentenceOf: (value) => {
        if (typeof value !== 'number') throw new Error('not a number');
        return `Done: ${value}`;
      },
    });
    return {
      id,
      watch: watches[0],
      resolve,
      reject,
      settled: () => new Promise(setImmediate),
      runs: () => watches.length,
    };
  };
  return { jobs, start };
}

type StartedJob = ReturnType<ReturnType<typeof world>['start']>;

describe('jobs of the operator console', () => {
  it('a running job is listed with its progress', async () => {
    const { jobs, start } = world();
    const { watch, resolve, settled } = start();
    expect(jobs.list()).toMatchObject([
      { command: 'delivery replay', subject: 'pt_1', state: 'running', endedAt: null },
    ]);
    watch?.onProgress(3, 7);
    expect(jobs.list()).toMatchObject([{ progress: { done: 3, total: 7 } }]);
    resolve({ value: 7 });
    await settled();
    expect(jobs.list()).toMatchObject([{ state: 'done', endedAt: '2026-11-21T10:00:00.000Z', sentences: ['Done: 7'] }]);
  });

  it.each([
    ['has thrown an error', (job: StartedJob) => job.reject('away'), ['No: away']],
    [
      'could not do everything',
      (job: StartedJob) => job.resolve({ value: 1, problems: ['One is left.'] }),
      ['Done: 1', 'One is left.'],
    ],
    [
      'returned text without the expected form',
      (job: StartedJob) => job.resolve({ value: 'many' }),
      ['No: Error: not a number'],
    ],
  ])('a job of the console has failed if its command %s', async (_, end, sentences) => {
    const { jobs, start } = world();
    const job = start();
    end(job);
    await job.settled();
    expect(jobs.list()).toMatchObject([{ state: 'failed', isResumable: true, sentences }]);
  });

  it('a person can resume a stopped job after its command has ended', async () => {
    const { jobs, start } = world();
    const { id, watch, resolve, settled, runs } = start();
    expect(watch?.isStopped()).toBe(false);
    jobs.stop(id);
    expect(watch?.isStopped()).toBe(true);
    expect(jobs.list()).toMatchObject([{ state: 'stopping' }]);
    jobs.resume(id);
    resolve({ value: 2 });
    await settled();
    expect(jobs.list()).toMatchObject([{ id, state: 'stopped', isResumable: true }]);
    expect(runs()).toBe(1);
    jobs.resume(id);
    expect(runs()).toBe(2);
    expect(jobs.list()).toMatchObject([{ subject: 'pt_1', state: 'running', isResumable: false }]);
    await settled();
    jobs.resume(id);
    expect(jobs.list()).toMatchObject([{ state: 'done', isResumable: false }]);
  });

  it('a job that cannot be stopped continues after a request to stop', async () => {
    const { jobs, start } = world();
    const { id, watch, resolve, settled } = start('pt_1', false);
    jobs.stop(id);
    expect(watch?.isStopped()).toBe(false);
    resolve({ value: 2 });
    await settled();
    expect(jobs.list()).toMatchObject([{ state: 'done', isResumable: false }]);
  });

  it('a person can remove a job from the list after the job has ended', async () => {
    const { jobs, start } = world();
    const { id, resolve, settled } = start();
    jobs.remove(id);
    expect(jobs.list()).toHaveLength(1);
    resolve({ value: 1 });
    await settled();
    jobs.remove(id);
    expect(jobs.list()).toEqual([]);
  });

  it('the list of jobs keeps the last twenty ended jobs and the running job', async () => {
    const { jobs, start } = world();
    start('running');
    for (let count = 1; count <= 25; count += 1) {
      const { resolve, settled } = start(`job ${count}`);
      resolve({ value: count });
      await settled();
    }
    const subjects = jobs.list().map(({ subject }) => subject);
    expect(subjects).toHaveLength(21);
    expect(subjects).toEqual(expect.arrayContaining(['running', 'job 25', 'job 6']));
  });
});
