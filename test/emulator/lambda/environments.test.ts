import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { until } from '../../support/until.ts';
import { lambdaHostWorld } from './host-world.ts';

const { aFunction, hostOf, lines, logs, endHost, removeFunctions } = lambdaHostWorld();

afterEach(endHost);
afterAll(removeFunctions);

describe('the environments of a function', () => {
  const thread = "exports.handler = async () => require('node:worker_threads').threadId";

  it('are no more than its limit', async () => {
    const { invoke: run } = hostOf(aFunction(thread), 2);
    const results = await Promise.all(Array.from({ length: 20 }, () => run('Fn', {})));
    expect(results.every(({ ok }) => ok)).toBe(true);
    expect(new Set(results.map((result) => result.ok && result.payload)).size).toBeLessThanOrEqual(2);
  });

  it('are given to waiting invocations in the order of their arrival', async () => {
    const { invoke: run } = hostOf(
      aFunction('const seen = []; exports.handler = async (n) => [...seen, seen.push(n)]'),
      1,
    );
    const results = await Promise.all([5, 6, 7].map((n) => run('Fn', n)));
    expect(results.at(-1)).toEqual({ ok: true, payload: [5, 6, 3] });
  });

  it('are no more than its reserved concurrency', async () => {
    const { invoke: run } = hostOf(aFunction(thread, { reservedConcurrency: 1 }));
    const results = await Promise.all(Array.from({ length: 5 }, () => run('Fn', {})));
    expect(new Set(results.map((result) => result.ok && result.payload)).size).toBe(1);
  });

  it('can be opened before the first request', async () => {
    const prewarmed = hostOf(aFunction("console.log('loaded'); exports.handler = async () => 1"));
    await prewarmed.prewarm();
    expect(logs).toEqual([{ functionName: 'some-function', line: 'loaded' }]);
  });

  it('end with the host, and what waited or ran is a failed invocation', async () => {
    const stuck = hostOf(aFunction("exports.handler = () => { console.log('in'); return new Promise(() => {}) }"), 1);
    const results = Promise.all([stuck.invoke('Fn', {}), stuck.invoke('Fn', {})]);
    await until(() => lines().includes('in'));
    await stuck.close(10);
    expect((await results).map(({ ok }) => ok)).toEqual([false, false]);
    expect(await stuck.invoke('Fn', {})).toMatchObject({ ok: false });
  });

  it('let what runs finish when the host closes', async () => {
    const code = "exports.handler = () => { console.log('in'); return new Promise((r) => setTimeout(r, 50, 'done')) }";
    const busy = hostOf(aFunction(code), 1);
    const result = busy.invoke('Fn', {});
    await until(() => lines().includes('in'));
    await busy.close(30_000);
    expect(await result).toEqual({ ok: true, payload: 'done' });
  });
});
