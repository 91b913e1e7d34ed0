import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import type { FunctionLog } from '../../bin/local/lambda-environment.ts';
import { type Invocation, type LambdaHost, startLambdaHost } from '../../bin/local/lambda-host.ts';
import type { FunctionModel } from '../../bin/local/stack-model.ts';
import { LOCAL_OVERRIDES } from '../../shared/config/local-overrides.ts';
import { until } from '../support/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'lambda-host-'));
const logs: FunctionLog[] = [];
const invocations: Invocation[] = [];
let host: LambdaHost | undefined;

afterEach(async () => {
  await host?.close(0);
  logs.length = 0;
  invocations.length = 0;
});
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
/** A function whose bundle is this CommonJS text. */
function aFunction(code: string, change: Partial<FunctionModel> = {}): FunctionModel {
  count += 1;
  const codeDir = join(folder, `fn-${count}`);
  mkdirSync(codeDir);
  writeFileSync(join(codeDir, 'index.js'), code);
  return {
    logicalId: 'Fn',
    name: 'some-function',
    arn: 'arn:aws:lambda:eu-west-1:000000000000:function:some-function',
    codeDir,
    handler: 'index.handler',
    timeoutMs: 30_000,
    memoryMb: 256,
    environment: {},
    ...change,
  };
}

const hostOf = (fn: FunctionModel, environments?: number) => {
  const settings = { environment: { AWS_REGION: 'eu-west-1' }, overrides: { retryBaseMs: 200 } };
  const onLog = (log: FunctionLog) => void logs.push(log);
  host = startLambdaHost({
    functions: [fn],
    ...settings,
    ...(environments && { environments: { Fn: environments } }),
    onLog,
    onInvocation: (invocation) => void invocations.push(invocation),
  });
  return host;
};
const invoke = (code: string, event: unknown = {}, change: Partial<FunctionModel> = {}) =>
  hostOf(aFunction(code, change)).invoke('Fn', event);
const lines = () => logs.map(({ line }) => line);

describe('a function in the local service', () => {
  it('answers with what its handler returns, as JSON', async () => {
    const result = await invoke('exports.handler = async (event) => ({ got: event, nothing: undefined })', { a: [1] });
    expect(result).toEqual({ ok: true, payload: { got: { a: [1] } } });
  });

  it('answers null when the handler returns nothing', async () => {
    expect(await invoke('exports.handler = async () => {}')).toEqual({ ok: true, payload: null });
  });

  it('finds its own variables, those of the host and those of Lambda, and nothing of the terminal', async () => {
    const code = 'exports.handler = async () => process.env';
    const { payload } = { payload: undefined, ...(await invoke(code, {}, { environment: { TABLE_NAME: 'lines' } })) };
    expect(payload).toMatchObject({
      TABLE_NAME: 'lines',
      AWS_REGION: 'eu-west-1',
      AWS_LAMBDA_FUNCTION_NAME: 'some-function',
    });
    expect(payload).not.toHaveProperty('HOME');
  });

  it('finds the local overrides before its code is loaded', async () => {
    const code = `const found = globalThis[Symbol.for('${Symbol.keyFor(LOCAL_OVERRIDES)}')]; exports.handler = async () => found`;
    expect(await invoke(code)).toEqual({ ok: true, payload: { retryBaseMs: 200 } });
  });

  it('gets the context of Lambda', async () => {
    const code = 'exports.handler = async (_, c) => ({ ...c, left: c.getRemainingTimeInMillis() })';
    expect(await invoke(code)).toMatchObject({
      payload: {
        awsRequestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        functionName: 'some-function',
        functionVersion: '$LATEST',
        memoryLimitInMB: '256',
        invokedFunctionArn: 'arn:aws:lambda:eu-west-1:000000000000:function:some-function',
        left: expect.any(Number),
      },
    });
  });

  it('sees no node_modules, so that a bundle which forgot a package fails here too', async () => {
    const result = await invoke("require('zod'); exports.handler = async () => 1");
    expect(result).toMatchObject({ ok: false, error: { errorMessage: expect.stringContaining("'zod'") } });
  });

  it('keeps what it has loaded from one invocation to the next', async () => {
    const { invoke: again } = hostOf(aFunction('let n = 0; exports.handler = async () => ++n'), 1);
    await again('Fn', {});
    expect(await again('Fn', {})).toEqual({ ok: true, payload: 2 });
  });
});

describe('an invocation fails', () => {
  const failures: [string, string, Partial<FunctionModel>, string, string][] = [
    ['the handler throws', "exports.handler = () => { throw new TypeError('bad') }", {}, 'TypeError', 'bad'],
    ['the handler rejects', "exports.handler = async () => Promise.reject(new Error('no'))", {}, 'Error', 'no'],
    ['something other than an error is thrown', "exports.handler = async () => { throw 'text' }", {}, 'string', 'text'],
    ['the process exits', 'exports.handler = () => process.exit(3)', {}, 'Runtime.ExitError', 'exit status 3'],
    [
      'the process exits with 0',
      'exports.handler = () => process.exit(0)',
      {},
      'Runtime.ExitError',
      'without providing',
    ],
    [
      'a promise nobody waits for rejects',
      "exports.handler = () => { Promise.reject(new Error('lost')); return new Promise(() => {}) }",
      {},
      'Runtime.UnhandledPromiseRejection',
      'lost',
    ],
    [
      'an event handler throws',
      "exports.handler = () => { setImmediate(() => { throw new RangeError('late') }); return new Promise(() => {}) }",
      {},
      'RangeError',
      'late',
    ],
    [
      'it waits past its time-out',
      'exports.handler = () => new Promise(() => {})',
      { timeoutMs: 200 },
      'Sandbox.Timedout',
      'Task timed out after 0.20 seconds',
    ],
    [
      'it never gives the processor back',
      'exports.handler = () => { for (;;); }',
      { timeoutMs: 200 },
      'Sandbox.Timedout',
      'Task timed out after 0.20 seconds',
    ],
    [
      'it uses up its memory',
      'exports.handler = () => { const all = []; for (;;) all.push({ n: all.length, s: [all.length] }); }',
      { memoryMb: 16 },
      'Runtime.OutOfMemory',
      'signal: killed',
    ],
    [
      'its answer is no JSON',
      'exports.handler = async () => { const a = {}; a.a = a; return a }',
      {},
      'Runtime.MarshalError',
      'Unable to stringify response body',
    ],
    [
      'its answer is over 6 MiB',
      "exports.handler = async () => 'x'.repeat(6291556)",
      {},
      'Function.ResponseSizeTooLarge',
      '6291556 bytes',
    ],
    ['its code cannot be loaded', "throw new SyntaxError('broken')", {}, 'SyntaxError', 'broken'],
    ['it has no handler', 'exports.other = 1', {}, 'Runtime.HandlerNotFound', 'index.handler'],
    [
      'its handler takes a callback, which Node 24 on Lambda refuses',
      'exports.handler = (event, context, callback) => callback(null, 1)',
      {},
      'Runtime.CallbackHandlerDeprecated',
      'Callback',
    ],
  ];

  it.each(failures)('when %s', async (_when, code, change, errorType, message) => {
    const result = await invoke(code, {}, change);
    expect(result).toEqual({ ok: false, error: { errorType, errorMessage: expect.stringContaining(message) } });
    expect(lines().join('\n')).toContain(errorType);
  });

  it('and the next one gets a fresh environment', async () => {
    const { invoke: again } = hostOf(aFunction('let n = 0; exports.handler = (e) => e.die ? process.exit(1) : ++n'), 1);
    expect(await again('Fn', {})).toEqual({ ok: true, payload: 1 });
    expect(await again('Fn', { die: true })).toMatchObject({ ok: false });
    expect(await again('Fn', {})).toEqual({ ok: true, payload: 1 });
  });

  it('without disturbing those of the same function that run beside it', async () => {
    const code = 'exports.handler = (e) => e.die ? process.exit(1) : new Promise((r) => setTimeout(r, 20, e.n))';
    const { invoke: run } = hostOf(aFunction(code), 3);
    const events = Array.from({ length: 12 }, (_, n) => ({ n, die: n % 4 === 0 }));
    const results = await Promise.all(events.map((event) => run('Fn', event)));
    expect(results.map(({ ok }) => ok)).toEqual(events.map(({ die }) => !die));
  });
});

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

describe('what a function prints', () => {
  it('is handed over line by line with its request id, whichever way it was printed', async () => {
    await invoke(`exports.handler = async (_, c) => {
      console.log('one\\ntwo'); process.stdout.write('thr'); process.stdout.write('ee\\n'); console.error('four');
      process.stdout.write('no line end');
    }`);
    expect(lines()).toEqual(['one', 'two', 'three', 'four', 'no line end']);
    expect(new Set(logs.map(({ requestId }) => requestId)).size).toBe(1);
    expect(logs[0]?.requestId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    ['exits', 'process.exit(1)'],
    ['is ended in a busy loop', 'for (;;);'],
  ])('is not lost when it %s', async (_how, then) => {
    const code = `exports.handler = () => { for (let n = 0; n < 200; n++) console.log('line ' + n); ${then} }`;
    await invoke(code, {}, { timeoutMs: 500 });
    expect(lines().filter((line) => line.startsWith('line '))).toHaveLength(200);
  });
});

describe('what is counted of a function', () => {
  it('is each invocation with its duration, and whether it failed', async () => {
    const code = 'exports.handler = async ({ fails }) => { if (fails) throw new Error("no"); }';
    const { invoke: run } = hostOf(aFunction(code));
    await run('Fn', {});
    await run('Fn', { fails: true });
    expect(invocations).toEqual([
      { functionName: 'some-function', failed: false, durationMs: expect.any(Number) },
      { functionName: 'some-function', failed: true, durationMs: expect.any(Number) },
    ]);
  });

  it('is its own duration, not the wait for an environment', async () => {
    const { invoke: run } = hostOf(
      aFunction('exports.handler = () => new Promise((done) => setTimeout(done, 100))'),
      1,
    );
    const startedAtMs = performance.now();
    await Promise.all(Array.from({ length: 5 }, () => run('Fn', {})));
    const allMs = performance.now() - startedAtMs;
    expect(invocations).toHaveLength(5);
    for (const { durationMs } of invocations) {
      expect(durationMs).toBeGreaterThanOrEqual(95);
      expect(durationMs).toBeLessThan(allMs / 2);
    }
  });

  it('is a failure of one that cannot be loaded, and nothing of one that closing breaks off', async () => {
    await invoke('throw new Error("broken deploy")');
    expect(invocations).toEqual([{ functionName: 'some-function', failed: true }]);
    const hanging = hostOf(aFunction('exports.handler = () => new Promise(() => {})'));
    const broken = hanging.invoke('Fn', {});
    await hanging.close(0);
    expect(await broken).toMatchObject({ ok: false });
    expect(invocations).toHaveLength(1);
  });
});
