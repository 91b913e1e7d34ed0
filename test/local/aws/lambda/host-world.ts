import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FunctionModel } from '../../../../local/aws/cloudformation/stack-model.ts';
import { type LambdaHost, startLambdaHost } from '../../../../local/aws/lambda/host.ts';
import type { FunctionLog, Invocation } from '../../../../local/aws/lambda/invoke.ts';
import { functionModel } from '../stack-parts.ts';

/** Starts hosts for functions whose code a test writes. Collects their output and the metrics of their invocations. */
export function lambdaHostWorld() {
  const folder = mkdtempSync(join(tmpdir(), 'lambda-host-'));
  const logs: FunctionLog[] = [];
  const invocations: Invocation[] = [];
  let host: LambdaHost | undefined;
  let count = 0;

  /** Returns a function whose bundle is this CommonJS code. */
  function aFunction(code: string, change: Partial<FunctionModel> = {}): FunctionModel {
    count += 1;
    const codeDir = join(folder, `fn-${count}`);
    mkdirSync(codeDir);
    writeFileSync(join(codeDir, 'index.js'), code);
    return functionModel('some-function', { logicalId: 'Fn', codeDir, ...change });
  }

  function hostOf(fn: FunctionModel, environments?: number, compiledDir?: string): LambdaHost {
    host = startLambdaHost({
      functions: [fn],
      environment: { AWS_REGION: 'eu-west-1' },
      overrides: { retryBaseMs: 200 },
      compiledDir,
      ...(environments && { environments: { Fn: environments } }),
      onLog: (log) => void logs.push(log),
      onInvocation: (invocation) => void invocations.push(invocation),
    });
    return host;
  }

  return {
    logs,
    invocations,
    lines: () => logs.map(({ line }) => line),
    aFunction,
    hostOf,
    invoke: (code: string, event: unknown = {}, change: Partial<FunctionModel> = {}) =>
      hostOf(aFunction(code, change)).invoke('Fn', event),
    /** Ends the last host and forgets its output and metrics. */
    async endHost(): Promise<void> {
      await host?.close(0);
      logs.length = 0;
      invocations.length = 0;
    },
    removeFunctions: () => rmSync(folder, { recursive: true }),
  };
}
