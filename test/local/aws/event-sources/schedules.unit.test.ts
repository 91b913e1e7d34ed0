import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { startSchedules } from '../../../../local/aws/event-sources/schedules.ts';
import type { InvokeResult } from '../../../../local/aws/lambda/invoke.ts';

const SWEEP = { logicalId: 'Sweep', functionLogicalId: 'SweepFn', everySeconds: 300 };
const DONE: InvokeResult = { ok: true, payload: null };

let close = () => {};
afterEach(() => {
  close();
  mock.timers.reset();
});

function start(invoke: (id: string, event: unknown) => Promise<InvokeResult>, everySeconds?: number) {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const faults: unknown[] = [];
  const onFault = (fault: unknown) => void faults.push(fault);
  ({ close } = startSchedules({
    schedules: [SWEEP],
    invoke,
    everySeconds: () => everySeconds,
    nowMs: () => 1_000,
    onFault,
  }));
  /** Moves time second by second, so that a run ends before the next one is due. */
  const seconds = async (count: number) => {
    for (let second = 0; second < count; second += 1) {
      mock.timers.tick(1_000);
      await setImmediate();
    }
  };
  return { faults, seconds };
}

describe('a function with a schedule', () => {
  it('a scheduled function first runs after one period', async () => {
    const events: unknown[] = [];
    const { seconds } = start(async (id, event) => {
      events.push([id, event]);
      return DONE;
    });
    await seconds(299);
    expect(events).toEqual([]);
    await seconds(1);
    expect(events).toEqual([
      ['SweepFn', expect.objectContaining({ source: 'aws.events', time: '1970-01-01T00:00:01Z' })],
    ]);
    await seconds(600);
    expect(events).toHaveLength(3);
  });

  it('a period that the caller sets for a schedule replaces the period of the template', async () => {
    let runs = 0;
    const { seconds } = start(async () => {
      runs += 1;
      return DONE;
    }, 3);
    await seconds(9);
    expect(runs).toBe(3);
  });

  it('a scheduled function does not start while its previous invocation is running', async () => {
    let runs = 0;
    const first = Promise.withResolvers<InvokeResult>();
    const { seconds } = start(() => (++runs === 1 ? first.promise : Promise.resolve(DONE)));
    await seconds(1000);
    expect(runs).toBe(1);
    first.resolve(DONE);
    await seconds(300);
    expect(runs).toBe(2);
  });

  it('a scheduled function runs again in the next period after a fault', async () => {
    let runs = 0;
    const { seconds, faults } = start(async () => {
      runs += 1;
      throw new Error('engine away');
    });
    await seconds(600);
    expect([runs, faults.length]).toEqual([2, 2]);
  });
});
