import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import type { FunctionModel } from '../../../../../local/aws/cloudformation/stack-model.ts';
import { lambdaHostWorld } from '../host-world.ts';

const { aFunction, hostOf, invoke, lines, endHost, removeFunctions } = lambdaHostWorld();

afterEach(endHost);
afterAll(removeFunctions);

describe('failed invocations of a function', () => {
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
      'an unawaited promise rejects',
      "exports.handler = () => { Promise.reject(new Error('lost')); return new Promise(() => {}) }",
      {},
      'Runtime.UnhandledPromiseRejection',
      'lost',
    ],
    [
      'a scheduled callback throws',
      "exports.handler = () => { setImmediate(() => { throw new RangeError('late') }); return new Promise(() => {}) }",
      {},
      'RangeError',
      'late',
    ],
    [
      'the handler waits past its timeout',
      'exports.handler = () => new Promise(() => {})',
      { timeoutMs: 200 },
      'Sandbox.Timedout',
      'Task timed out after 0.20 seconds',
    ],
    [
      'the handler runs an endless loop',
      'exports.handler = () => { for (;;); }',
      { timeoutMs: 200 },
      'Sandbox.Timedout',
      'Task timed out after 0.20 seconds',
    ],
    [
      'the handler uses up its memory',
      'exports.handler = () => { const all = []; for (;;) all.push({ n: all.length, s: [all.length] }); }',
      { memoryMb: 16 },
      'Runtime.OutOfMemory',
      'signal: killed',
    ],
    [
      'the result is not JSON',
      'exports.handler = async () => { const a = {}; a.a = a; return a }',
      {},
      'Runtime.MarshalError',
      'Unable to stringify response body',
    ],
    [
      'the result is over 6 MiB',
      "exports.handler = async () => 'x'.repeat(6291556)",
      {},
      'Function.ResponseSizeTooLarge',
      '6291556 bytes',
    ],
    ['the code cannot be loaded', "throw new SyntaxError('broken')", {}, 'SyntaxError', 'broken'],
    ['the code has no handler', 'exports.other = 1', {}, 'Runtime.HandlerNotFound', 'index.handler'],
    [
      'the handler takes a callback, which Node 24 on Lambda rejects',
      'exports.handler = (event, context, callback) => callback(null, 1)',
      {},
      'Runtime.CallbackHandlerDeprecated',
      'Callback',
    ],
  ];

  it.each(failures)('an invocation fails if %s', async (_when, code, change, errorType, message) => {
    const result = await invoke(code, {}, change);
    expect(result).toEqual({ ok: false, error: { errorType, errorMessage: expect.stringContaining(message) } });
    expect(lines().join('\n')).toContain(errorType);
  });

  it('a function runs in a new environment after an invocation has ended the process of the old environment', async () => {
    const { invoke: again } = hostOf(aFunction('let n = 0; exports.handler = (e) => e.die ? process.exit(1) : ++n'), 1);
    expect(await again('Fn', {})).toEqual({ ok: true, payload: 1 });
    expect(await again('Fn', { die: true })).toMatchObject({ ok: false });
    expect(await again('Fn', {})).toEqual({ ok: true, payload: 1 });
  });

  it('an invocation succeeds even if other invocations of the function fail at the same time', async () => {
    const code = 'exports.handler = (e) => e.die ? process.exit(1) : new Promise((r) => setTimeout(r, 20, e.n))';
    const { invoke: run } = hostOf(aFunction(code), 3);
    const events = Array.from({ length: 12 }, (_, n) => ({ n, die: n % 4 === 0 }));
    const results = await Promise.all(events.map((event) => run('Fn', event)));
    expect(results.map(({ ok }) => ok)).toEqual(events.map(({ die }) => !die));
  });
});
