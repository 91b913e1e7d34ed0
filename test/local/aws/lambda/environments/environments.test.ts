import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { until } from '../../../../support/until.ts';
import { lambdaHostWorld } from '../host-world.ts';

const { aFunction, hostOf, lines, endHost, removeFunctions } = lambdaHostWorld();

afterEach(endHost);
afterAll(removeFunctions);

describe('the environments of a function', () => {
  const thread = "exports.handler = async () => require('node:worker_threads').threadId";

  it('a function has at most as many environments as the host allows', async () => {
    const { invoke: run } = hostOf(aFunction(thread), 2);
    const results = await Promise.all(Array.from({ length: 20 }, () => run('Fn', {})));
    expect(results.every(({ ok }) => ok)).toBe(true);
    expect(new Set(results.map((result) => result.ok && result.payload)).size).toBeLessThanOrEqual(2);
  });

  it('an environment of a function serves waiting invocations in the order of their arrival', async () => {
    const { invoke: run } = hostOf(
      aFunction('const seen = []; exports.handler = async (n) => [...seen, seen.push(n)]'),
      1,
    );
    const results = await Promise.all([5, 6, 7].map((n) => run('Fn', n)));
    expect(results.at(-1)).toEqual({ ok: true, payload: [5, 6, 3] });
  });

  it('a function has no more environments than its reserved concurrency', async () => {
    const { invoke: run } = hostOf(aFunction(thread, { reservedConcurrency: 1 }));
    const results = await Promise.all(Array.from({ length: 5 }, () => run('Fn', {})));
    expect(new Set(results.map((result) => result.ok && result.payload)).size).toBe(1);
  });

  it('unfinished invocations fail once the grace period of a closing host has ended', async () => {
    const stuck = hostOf(aFunction("exports.handler = () => { console.log('in'); return new Promise(() => {}) }"), 1);
    const results = Promise.all([stuck.invoke('Fn', {}), stuck.invoke('Fn', {})]);
    await until(() => lines().includes('in'));
    await stuck.close(10);
    expect((await results).map(({ ok }) => ok)).toEqual([false, false]);
    expect(await stuck.invoke('Fn', {})).toMatchObject({ ok: false });
  });

  it('a closing host lets running invocations finish if the grace period is long enough', async () => {
    const code = "exports.handler = () => { console.log('in'); return new Promise((r) => setTimeout(r, 50, 'done')) }";
    const busy = hostOf(aFunction(code), 1);
    const result = busy.invoke('Fn', {});
    await until(() => lines().includes('in'));
    await busy.close(30_000);
    expect(await result).toEqual({ ok: true, payload: 'done' });
  });

  it('a function does not run the damaged compiled code of its bundle', async () => {
    const compiledDir = mkdtempSync(join(tmpdir(), 'compiled-'));
    const kept = () =>
      readdirSync(compiledDir)
        .filter((name) => name.endsWith('.bundle'))
        .map((name) => join(compiledDir, name));
    const contents = () => kept().map((file) => readFileSync(file, 'hex'));
    const writtenAtMs = () => kept().map((file) => statSync(file).mtimeMs);
    /** Invokes twice: the worker keeps the code after its first response, and before its second. */
    const responds = async (payload: string) => {
      const host = hostOf(aFunction(`exports.handler = async () => '${payload}'`), 1, compiledDir);
      for (const _ of [1, 2]) expect(await host.invoke('Fn', {})).toEqual({ ok: true, payload });
      await host.close();
    };
    await responds('one');
    const first = { contents: contents(), writtenAtMs: writtenAtMs() };
    expect(first.contents).toHaveLength(1);
    await responds('one');
    expect(writtenAtMs()).toEqual(first.writtenAtMs);
    await responds('two');
    expect([kept().length, contents()[0] === first.contents[0]]).toEqual([1, false]);
    for (const file of kept()) {
      const damaged = readFileSync(file);
      damaged.fill(0, damaged.length / 2);
      writeFileSync(file, damaged);
    }
    const damagedContents = contents();
    await responds('two');
    expect(contents()).not.toEqual(damagedContents);
    rmSync(compiledDir, { recursive: true });
  });

  it('a running invocation finishes with the old code if the code is replaced', async () => {
    const old = "exports.handler = () => { console.log('in'); return new Promise((r) => setTimeout(r, 50, 'old')) }";
    const host = hostOf(aFunction(old), 2);
    const underWay = host.invoke('Fn', {});
    await until(() => lines().includes('in'));
    await host.replaceCode('Fn', aFunction("exports.handler = async () => 'new'").codeDir);
    expect(await host.invoke('Fn', {})).toEqual({ ok: true, payload: 'new' });
    expect(await underWay).toEqual({ ok: true, payload: 'old' });
    expect(await Promise.all([host.invoke('Fn', {}), host.invoke('Fn', {})])).toEqual([
      { ok: true, payload: 'new' },
      { ok: true, payload: 'new' },
    ]);
  });

  it('a waiting invocation runs the new code if the code is replaced', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'replaced-'));
    const replaced = join(folder, 'replaced');
    const old = `exports.handler = async () => {
      console.log('in');
      while (!require('node:fs').existsSync('${replaced}')) await new Promise((r) => setTimeout(r, 5));
      return 'old';
    }`;
    const host = hostOf(aFunction(old), 1);
    const results = Promise.all([host.invoke('Fn', {}), host.invoke('Fn', {})]);
    await until(() => lines().includes('in'));
    await host.replaceCode('Fn', aFunction("exports.handler = async () => 'new'").codeDir);
    writeFileSync(replaced, '');
    expect(await results).toEqual([
      { ok: true, payload: 'old' },
      { ok: true, payload: 'new' },
    ]);
    rmSync(folder, { recursive: true });
  });

  it('a function runs its new code even if the old code was still loading during the replacement', async () => {
    const host = hostOf(aFunction("exports.handler = async () => 'old'"), 1);
    const whileLoading = host.invoke('Fn', {});
    await host.replaceCode('Fn', aFunction("exports.handler = async () => 'new'").codeDir);
    await whileLoading;
    expect(await host.invoke('Fn', {})).toEqual({ ok: true, payload: 'new' });
  });
});
