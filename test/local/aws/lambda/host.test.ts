import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { LOCAL_OVERRIDES } from '../../../../shared/config/local-overrides.ts';
import { lambdaHostWorld } from './host-world.ts';

const { aFunction, hostOf, invocations, invoke, lines, logs, endHost, removeFunctions } = lambdaHostWorld();

afterEach(endHost);
afterAll(removeFunctions);

describe('a function in the local service', () => {
  it('a function in the local service returns the result of its handler as JSON', async () => {
    const result = await invoke('exports.handler = async (event) => ({ got: event, nothing: undefined })', { a: [1] });
    expect(result).toEqual({ ok: true, payload: { got: { a: [1] } } });
  });

  it('a function in the local service returns null if the handler returns nothing', async () => {
    expect(await invoke('exports.handler = async () => {}')).toEqual({ ok: true, payload: null });
  });

  it("a local function does not have the terminal's environment variables", async () => {
    const code = 'exports.handler = async () => process.env';
    const { payload } = { payload: undefined, ...(await invoke(code, {}, { environment: { TABLE_NAME: 'lines' } })) };
    expect(payload).toMatchObject({
      TABLE_NAME: 'lines',
      AWS_REGION: 'eu-west-1',
      AWS_LAMBDA_FUNCTION_NAME: 'some-function',
    });
    expect(payload).not.toHaveProperty('HOME');
  });

  it('a local function can read the global variable `LOCAL_OVERRIDES` while its code loads', async () => {
    const code = `const found = globalThis[Symbol.for('${Symbol.keyFor(LOCAL_OVERRIDES)}')]; exports.handler = async () => found`;
    expect(await invoke(code)).toEqual({ ok: true, payload: { retryBaseMs: 200 } });
  });

  it("a local function receives the main fields of Lambda's context", async () => {
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

  it('a local function cannot load packages from node_modules', async () => {
    const result = await invoke("require('zod'); exports.handler = async () => 1");
    expect(result).toMatchObject({ ok: false, error: { errorMessage: expect.stringContaining("'zod'") } });
  });

  it('a local function keeps its module state from one invocation to the next', async () => {
    const { invoke: again } = hostOf(aFunction('let n = 0; exports.handler = async () => ++n'), 1);
    await again('Fn', {});
    expect(await again('Fn', {})).toEqual({ ok: true, payload: 2 });
  });
});

describe('the output of a function', () => {
  it('the output of a function is collected line by line with the request id', async () => {
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
    ['times out in an endless loop', 'for (;;);'],
  ])('the output of a function is not lost if the function %s', async (_how, then) => {
    const code = `exports.handler = () => { for (let n = 0; n < 200; n++) console.log('line ' + n); ${then} }`;
    await invoke(code, {}, { timeoutMs: 500 });
    expect(lines().filter((line) => line.startsWith('line '))).toHaveLength(200);
  });
});

describe('the metrics of a function', () => {
  it('the metrics of a function say whether each invocation failed', async () => {
    const code = 'exports.handler = async ({ fails }) => { if (fails) throw new Error("no"); }';
    const { invoke: run } = hostOf(aFunction(code));
    await run('Fn', {});
    await run('Fn', { fails: true });
    expect(invocations).toEqual([
      { functionName: 'some-function', failed: false, durationMs: expect.any(Number) },
      { functionName: 'some-function', failed: true, durationMs: expect.any(Number) },
    ]);
  });

  it('the duration of an invocation does not include the wait for an environment', async () => {
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
    // One environment runs the invocations one after another. If the durations included the waits, they would add up to
    // three times as much.
    expect(durationsMs.reduce((sum, durationMs) => sum + durationMs, 0)).toBeLessThanOrEqual(allMs);
  });

  it('an invocation counts as failed if the code cannot be loaded, but not if the host is closed', async () => {
    await invoke('throw new Error("broken deploy")');
    expect(invocations).toEqual([{ functionName: 'some-function', failed: true }]);
    const hanging = hostOf(aFunction('exports.handler = () => new Promise(() => {})'));
    const broken = hanging.invoke('Fn', {});
    await hanging.close(0);
    expect(await broken).toMatchObject({ ok: false });
    expect(invocations).toHaveLength(1);
  });
});
