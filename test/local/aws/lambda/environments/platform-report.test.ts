import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import type { FunctionModel } from '../../../../../local/aws/cloudformation/stack-model.ts';
import { lambdaHostWorld } from '../host-world.ts';

const { aFunction, hostOf, lines, endHost, removeFunctions } = lambdaHostWorld();

afterEach(endHost);
afterAll(removeFunctions);

/** The report of Lambda's Telemetry API, without the memory used and the fields about tracing. */
const report = z.strictObject({
  time: z.iso.datetime(),
  type: z.literal('platform.report'),
  record: z.strictObject({
    requestId: z.uuid(),
    metrics: z.strictObject({
      durationMs: z.number(),
      billedDurationMs: z.int(),
      memorySizeMB: z.literal(256),
      initDurationMs: z.number().positive().optional(),
    }),
    status: z.string(),
    errorType: z.string().optional(),
  }),
});

async function reportsOf(code: string, events: readonly unknown[], change: Partial<FunctionModel> = {}) {
  const { invoke } = hostOf(aFunction(code, change), 1);
  for (const event of events) await invoke('Fn', event);
  const written = lines().filter((line) => line.includes('platform.report'));
  return written.map((line) => report.parse(JSON.parse(line)).record);
}

describe("Lambda's report about an invocation", () => {
  it.each<[string, string, string, string | undefined, Partial<FunctionModel>?]>([
    ['a thrown error', "exports.handler = () => { throw new TypeError('bad') }", 'error', 'TypeError'],
    ['the end of the process', 'exports.handler = () => process.exit(3)', 'failure', 'Runtime.ExitError'],
    ['a timeout', 'exports.handler = () => new Promise(() => {})', 'timeout', undefined, { timeoutMs: 200 }],
  ])(
    'the status in the report of an invocation says that the invocation ended with %s',
    async (_, code, status, errorType, change = {}) => {
      const [written] = await reportsOf(code, [{}], change);
      expect(written).toMatchObject({ status });
      expect(written?.errorType).toBe(errorType);
    },
  );

  it('only the report of the first invocation in an environment has an init duration', async () => {
    const reports = await reportsOf('exports.handler = async () => 1', [{}, {}], { systemLogLevel: 'INFO' });
    expect(reports.map(({ status }) => status)).toEqual(['success', 'success']);
    expect(reports.map(({ metrics }) => metrics.initDurationMs !== undefined)).toEqual([true, false]);
  });

  it('a successful invocation has no report if the system log level is WARN, as on Lambda', async () => {
    expect(await reportsOf('exports.handler = async () => 1', [{}])).toEqual([]);
  });
});
