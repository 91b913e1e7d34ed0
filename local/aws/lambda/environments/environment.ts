import { Worker } from 'node:worker_threads';
import type { LocalOverrides } from '../../../../shared/config/local-overrides.ts';
import { lineSplitter } from '../../../../tooling/machine/line-splitter.ts';
import type { FunctionModel } from '../../cloudformation/stack-model.ts';
import { type FunctionLog, INVOCATION_FAILED } from '../invoke.ts';
import { exitError, outOfMemory, payloadTooLargeError, stopped, timeoutError } from './environment-errors.ts';
import { platformReport } from './platform-report.ts';
import { runEnvironment } from './worker.ts';
import type { Conclusion, FromWorker, FunctionError, Job } from './worker-messages.ts';
import { reservedVariables, workerSetup } from './worker-setup.ts';

export interface EnvironmentSettings {
  /** Variables besides those in the template: region, credentials, endpoints of the emulator. */
  readonly environment: Readonly<Record<string, string>>;
  readonly overrides: Partial<LocalOverrides>;
  /** The folder in which Node keeps compiled code. Absent if nothing is kept. */
  readonly compiledDir?: string | undefined;
  readonly onLog: (log: FunctionLog) => void;
}

/** The conclusion of an invocation, and how long the function ran. A function that cannot be loaded did not run. */
export type Run = Conclusion & { readonly durationMs?: number };

/** An isolated worker that loads a function, and runs one invocation at a time. */
export interface LambdaEnvironment {
  /** Resolves when the bundle is loaded or could not be loaded. */
  readonly started: Promise<Conclusion>;
  readonly ended: Promise<void>;
  isUsable(): boolean;
  run(job: Job): Promise<Run>;
  stop(): Promise<void>;
}

/**
 * How long a function may take to load. Lambda allows 10 s, but if all functions start at once on two cores, one of
 * them may need longer.
 */
const INIT_LIMIT_MS = 30_000;

/** Never throws: if the function cannot be loaded, `started` resolves with the error. */
export function openEnvironment(fn: FunctionModel, settings: EnvironmentSettings): LambdaEnvironment {
  const setup = workerSetup(fn, settings);
  const openedAtMs = performance.now();
  const worker = new Worker(`'use strict';(${runEnvironment})()`, {
    eval: true,
    name: fn.name,
    workerData: setup,
    env: { ...fn.environment, ...settings.environment, ...reservedVariables(fn, setup.logStream) },
    resourceLimits: { maxOldGenerationSizeMb: fn.memoryMb },
    stdout: true,
    stderr: true,
  });
  let usable = true;
  let requestId: string | undefined;
  /** How long the function took to load. Absent after the report of the first invocation. */
  let initDurationMs: number | undefined;
  let causeOfEnd: FunctionError | undefined;
  let settle: ((concluded: Conclusion) => void) | undefined;

  const log = (line: string) => settings.onLog({ functionName: fn.name, ...(requestId && { requestId }), line });
  const output = { stdout: lineSplitter(log), stderr: lineSplitter(log) };

  const report = ({ requestId: id }: Job, concluded: Conclusion, durationMs: number) => {
    if (!concluded.ok && concluded.error === stopped) return;
    const about = { requestId: id, concluded, isUsable: usable, durationMs, initDurationMs, at: new Date() };
    const line = platformReport(fn, about);
    if (line !== undefined) settings.onLog({ functionName: fn.name, requestId: id, line });
    initDurationMs = undefined;
  };

  const end = async (cause: FunctionError) => {
    usable = false;
    causeOfEnd ??= cause;
    await worker.terminate();
  };
  /** Resolves with how the worker's start or invocation ended. Ends the worker with a timeout error after the limit. */
  const conclusion = (limitMs: number) =>
    new Promise<Conclusion>((resolve) => {
      const timer = setTimeout(() => void end(timeoutError(limitMs)), limitMs);
      settle = (concluded) => {
        clearTimeout(timer);
        settle = undefined;
        resolve(concluded);
      };
    });
  const conclude = (concluded: Conclusion) => {
    output.stdout.flush();
    output.stderr.flush();
    if (!concluded.ok && concluded.error !== stopped) {
      log(JSON.stringify({ level: 'ERROR', message: INVOCATION_FAILED, ...concluded.error }));
    }
    requestId = undefined;
    settle?.(concluded);
  };

  worker.on('message', (message: FromWorker) => {
    if (message.kind === 'printed') output[message.stream].write(message.text);
    else if (message.kind === 'crashed') causeOfEnd ??= message.error;
    else if (message.kind === 'failed') conclude({ ok: false, error: message.error });
    else if (message.kind === 'ready') {
      initDurationMs = performance.now() - openedAtMs;
      conclude({ ok: true, payload: 'null' });
    } else conclude(conclusionOfResponse(message.payload));
  });
  worker.stdout.on('data', (chunk: Buffer) => output.stdout.write(chunk.toString()));
  worker.stderr.on('data', (chunk: Buffer) => output.stderr.write(chunk.toString()));
  worker.on('error', (error) => {
    const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    causeOfEnd ??= isMemory ? outOfMemory : { errorType: error.name, errorMessage: error.message };
  });

  return {
    started: conclusion(INIT_LIMIT_MS),
    ended: new Promise((resolve) => {
      worker.once('exit', (code) => {
        usable = false;
        conclude({ ok: false, error: causeOfEnd ?? exitError(code) });
        resolve();
      });
    }),
    isUsable: () => usable,
    async run(job) {
      requestId = job.requestId;
      const startedAtMs = performance.now();
      worker.postMessage(job);
      const concluded = await conclusion(fn.timeoutMs);
      const durationMs = performance.now() - startedAtMs;
      report(job, concluded, durationMs);
      return { ...concluded, durationMs };
    },
    stop: () => end(stopped),
  };
}

function conclusionOfResponse(payload: string): Conclusion {
  const error = payloadTooLargeError(payload);
  return error ? { ok: false, error } : { ok: true, payload };
}
