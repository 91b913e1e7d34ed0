import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { LOCAL_OVERRIDES } from '../../../shared/config/local-overrides.ts';
import { lambdaHostWorld } from './host-world.ts';

const { aFunction, hostOf, invocations, invoke, lines, logs, endHost, removeFunctions } = lambdaHostWorld();

afterEach(endHost);
afterAll(removeFunctions);

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
    const durationsMs = invocations.map(({ durationMs = 0 }) => durationMs);
    for (const durationMs of durationsMs) expect(durationMs).toBeGreaterThanOrEqual(95);
    // One after another in the one environment: with their waits in them, they would add up to three times as much.
    expect(durationsMs.reduce((sum, durationMs) => sum + durationMs, 0)).toBeLessThanOrEqual(allMs);
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
